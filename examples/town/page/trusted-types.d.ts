/** The part of Trusted Types that the pages use; not every browser has it. */
interface Window {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string }
  }
}
