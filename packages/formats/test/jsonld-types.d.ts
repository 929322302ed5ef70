/** The processor of JSON-LD has no types of its own. */
declare module 'jsonld' {
  const jsonld: {
    expand(document: object, options: { readonly documentLoader: (url: string) => Promise<object> }): Promise<readonly object[]>
  }
  // biome-ignore lint/style/noDefaultExport: the module has one.
  export default jsonld
}
