// json-server 0.17: its memory holds the documents in the form in which it sends them, links included.
import jsonServer from 'json-server'
import { sqlFloor } from '../src/floors/sql-floor.ts'
import { servePeer } from './peer-process.ts'

servePeer((path) => {
  const app = jsonServer.create()
  app.use(jsonServer.router({ events: sqlFloor(path).documents() }))
  return app
})
