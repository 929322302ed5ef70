import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Takes every message, and writes its port once it listens.
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
