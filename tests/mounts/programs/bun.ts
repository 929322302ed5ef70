import worker from './worker.ts'

// Bun would serve a module whose default export has `fetch` on all network interfaces of the machine.
Bun.serve({ ...worker, hostname: '127.0.0.1', port: Number(process.env['PORT']) })
