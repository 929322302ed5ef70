// json-server 0.17: the documents are ready in its memory, links and all, as they are sent.
import jsonServer from 'json-server'
import { sqlFloor } from '../src/floors/sql-floor.ts'
import { servePeer } from './peer-process.ts'

servePeer((path) => {
  const app = jsonServer.create()
  app.use(jsonServer.router({ events: sqlFloor(path).documents() }))
  return app
})
