import { onTestFinished, vi } from 'vitest'
import { startPushStandIn } from './push-stand-in.ts'

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
