import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

// SvelteKit refuses forms of other origins than this one.
const origin = new URL(process.env['PUBLIC_URL'] ?? 'http://127.0.0.1:3000').origin

export default defineConfig({ plugins: [sveltekit({ adapter: adapter(), paths: { origin } })] })
