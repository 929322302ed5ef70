import type { NextConfig } from 'next'

const config: NextConfig = {
  //? pglite
  // It finds its files beside its own modules.
  serverExternalPackages: ['@electric-sql/pglite'],
  //? end
}

export default config
