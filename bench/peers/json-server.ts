// json-server 0.17: holds the documents in memory as it sends them, including the linked records.
import jsonServer from 'json-server'
import { sqlFloor } from '../src/floors/sql-floor.ts'
import { servePeer } from './peer-process.ts'

servePeer((path) => {
  const app = jsonServer.create()
  app.use(jsonServer.router({ events: sqlFloor(path).documents() }))
  return app
})
