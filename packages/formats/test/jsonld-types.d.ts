/** Types of the npm package `jsonld`, which has none. */
declare module 'jsonld' {
  const jsonld: {
    expand(document: object, options: { readonly documentLoader: (url: string) => Promise<object> }): Promise<readonly object[]>
  }
  // biome-ignore lint/style/noDefaultExport: the module has one.
  export default jsonld
}
