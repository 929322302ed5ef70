export { mountServer, sendOverHttp } from './mount-server.ts'
export { openConnection, type RawConnection } from './raw-connection.ts'
export { registerRefusedBodies } from './refused-bodies.ts'
