/** A path without the slashes at its end. A regular expression would take the square of the time for a path that is full of them. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}
