import worker from './worker.ts'

// A module whose default export has `fetch` would be served on all addresses of the machine.
Bun.serve({ ...worker, hostname: '127.0.0.1', port: Number(process.env['PORT']) })
