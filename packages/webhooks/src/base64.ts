/** The bytes as base64 text. */
export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/** The bytes of a base64 text, with or without padding; undefined if it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  // `atob` also accepts spaces and line feeds.
  if (/[^A-Za-z0-9+/=]/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
