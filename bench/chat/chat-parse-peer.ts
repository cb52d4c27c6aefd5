/**
 * parse-server with LiveQuery, set up in one process as its manual says: an object is stored over HTTP and delivered to
 * each matching subscription. It is installed in the folder given as the first argument instead of here, and runs on a
 * Node of its own.
 */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { parseKeys } from './chat-parse-keys.ts'

const packagesOf = createRequire(`${process.argv[2]}/package.json`)
const { ParseServer } = packagesOf('parse-server')
const express = packagesOf('express')

const port = Number(process.env.PORT)
const address = new URL(process.env.DATABASE_URL ?? '')
// The other contenders' number of connections.
address.searchParams.set('poolSize', '10')
const parse = new ParseServer({
  ...parseKeys,
  databaseURI: address.href,
  serverURL: `http://127.0.0.1:${port}/parse`,
  allowClientClassCreation: true,
  liveQuery: { classNames: ['Message'] },
  silent: true,
  logLevel: 'error',
  logsFolder: null,
})
await parse.start()
const app = express()
app.get('/', (_request: unknown, response: { end(): void }) => response.end())
app.use('/parse', parse.app)
const http = createServer(app)
await ParseServer.createLiveQueryServer(http)
http.listen(port, '127.0.0.1')
