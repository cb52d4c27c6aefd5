import type { FastifyInstance } from 'fastify'

const closeIdleEveryMs = 50
const cutOffAfterMs = 3000

/** Finishes running requests and closes the listener. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  // A connection that answers its last request during the close would stay open, waiting for another one.
  const closingIdle = setInterval(() => http.server.closeIdleConnections(), closeIdleEveryMs)
  // A client that sends or reads too slowly must not keep the database from being closed.
  const cutOff = setTimeout(() => http.server.closeAllConnections(), cutOffAfterMs)
  try {
    await http.close()
  } finally {
    clearInterval(closingIdle)
    clearTimeout(cutOff)
  }
}
