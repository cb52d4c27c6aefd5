import { once } from 'node:events'
import { createServer } from 'node:http'

/** Stands in for the weather service: 14 °C and clouds over Utrecht, wherever one asks. */
export async function startWeather() {
  const server = createServer((request, response) => {
    const isPlace = request.url?.includes('/reverse')
    const place = [{ name: 'Utrecht', country: 'NL' }]
    const weather = { name: 'Utrecht', main: { temp: 14.3 }, weather: [{ main: 'Clouds', icon: '03d' }] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(isPlace ? place : weather))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The weather has no address.')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.closeAllConnections() ?? server.close() }
}
