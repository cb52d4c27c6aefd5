import { type Notification, notifications } from '@papadag/contract/notifications'
import { address } from '@papadag/contract/route'
import { QueryObserver } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { showWaiting } from '../platform/notices.ts'
import { reads } from '../platform/reads.ts'

/** Keeps what the member was told read, so that the bell shows when something is new; the answer stops that. */
export function followNotifications(): () => void {
  const observer = new QueryObserver<Notification[]>(reads, {
    queryKey: [address(notifications)],
    queryFn: () => call(notifications, {}),
  })
  const show = ({ data }: { data: Notification[] | undefined }) =>
    showWaiting(data?.filter(({ isRead }) => !isRead).length ?? 0)
  const stop = observer.subscribe(show)
  show(observer.getCurrentResult())
  return stop
}
