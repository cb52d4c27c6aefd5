import { logIn } from '@papadag/contract/auth'
import { devices, endDevice, endOtherDevices } from '@papadag/contract/users/devices'
import { askHandover, decideHandover, handoverState } from '@papadag/contract/users/handover'
import { changePassword } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { Client } from '../../testing/client.ts'
import { connect } from '../../testing/socket.ts'
import { password, type World, world } from '../../testing/world.ts'

const path = '/api/users/me/devices'

/** A father with two devices that stay logged in, and the list of them open on a screen of the first. */
async function open() {
  const opened = await world()
  const { host, origin } = opened
  const body = { username: host.username, password, remember: true }
  await host.call(logIn, { body })
  const phone = new Client(origin)
  await phone.call(logIn, { body })
  const screen = await connect(host)
  screen.send({ type: 'watch', paths: [path] })
  return { ...opened, phone, screen }
}
type Scene = World & { phone: Client }

async function otherDevice({ host }: Scene): Promise<number> {
  return (await host.call(devices)).find(({ isCurrent }) => !isCurrent)?.id ?? 0
}

test.each<[string, (scene: Scene) => Promise<unknown>]>([
  [
    'another browser stays logged in',
    ({ host, origin }) =>
      new Client(origin).call(logIn, { body: { username: host.username, password, remember: true } }),
  ],
  [
    'another browser is let in',
    async ({ host, origin }) => {
      const tablet = new Client(origin)
      const { code } = await tablet.call(askHandover)
      await host.call(decideHandover, { body: { code, accept: true } })
      await tablet.call(handoverState)
    },
  ],
  ['one is ended', async scene => scene.host.call(endDevice, { params: { id: await otherDevice(scene) } })],
  ['all others are ended', ({ host }) => host.call(endOtherDevices)],
  [
    'a new password ends all others',
    ({ host }) => host.call(changePassword, { body: { currentPassword: password, newPassword: 'drie natte laarzen' } }),
  ],
])('the open list of devices is told when %s', async (_, act) => {
  const scene = await open()
  const before = JSON.stringify(await scene.host.call(devices))
  await act(scene)
  // Where his own session got another token, his other tabs connect again, and read everything.
  const { frames, socket } = scene.screen
  await scene.screen.until(
    () => JSON.stringify(frames).includes(path) || socket.readyState === socket.CLOSED || undefined,
  )
  expect(JSON.stringify(await scene.host.call(devices))).not.toBe(before)
})

test('a device that is ended elsewhere is told by its closed socket', async () => {
  const scene = await open()
  const { host, phone } = scene
  const screen = await connect(Object.assign(phone, { id: host.id }))
  await host.call(endOtherDevices)
  expect(await screen.closed()).toBe(4401)
})
