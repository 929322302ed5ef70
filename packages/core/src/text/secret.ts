/** What this file uses of the runtime: every runtime has it, but the types of this build do not. */
const { btoa, crypto, TextEncoder } = globalThis as unknown as {
  btoa(bytes: string): string
  readonly crypto: {
    getRandomValues(bytes: Uint8Array): Uint8Array
    readonly subtle: { digest(algorithm: 'SHA-256', bytes: Uint8Array): Promise<ArrayBuffer> }
  }
  readonly TextEncoder: new () => { encode(text: string): Uint8Array }
}

/** The SHA-256 of the UTF-8 of a text, as 64 hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** 128 random bits as 22 characters of an address: base64url. */
export const randomToken = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The length of a text in bytes of UTF-8. */
export const utf8Length = (text: string): number => new TextEncoder().encode(text).length
