import { subscribe } from '@papadag/contract/push'
import { editSettings } from '@papadag/contract/users/users'
import { onTestFinished, vi } from 'vitest'
import { startPushStandIn } from './push-stand-in.ts'
import { world } from './world.ts'

/** A push service for one test. */
export async function pushService() {
  const service = await startPushStandIn()
  onTestFinished(() => service.close())
  return {
    ...service,
    /** Waits until this many messages have arrived. */
    async messages(count: number) {
      await vi.waitFor(() => {
        if (service.received.length < count) throw new Error(`${service.received.length} of ${count} messages`)
      })
      return service.received.map(({ message }) => message.notification)
    },
  }
}

export const awake = { notifications: { quietHours: null } }

/** A guest whose phone gets push messages, without quiet hours. */
export async function withPhone(env: Record<string, string> = {}) {
  const service = await pushService()
  const all = await world({ fathers: 2, env: { ...service.env, ...env } })
  const { father: guest } = all
  await guest.call(editSettings, { body: awake })
  const device = await guest.call(subscribe, { body: { ...service.subscription('phone'), name: 'Telefoon' } })
  return { ...all, service, guest, device }
}
