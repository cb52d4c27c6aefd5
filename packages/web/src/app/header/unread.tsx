import { useLingui } from '@lingui/react/macro'

/** The position of a badge on an icon. */
export const inCorner = 'absolute top-0.5 right-0'

/** The number of unread items: messages on the chat item of a bar, notifications on the bell. */
export function Unread({ count, className }: { count: number; className: string }) {
  const { t } = useLingui()
  if (count === 0) return
  return (
    <span
      role="img"
      aria-label={t`${count} unread`}
      className={`h-5 min-w-5 rounded-full bg-heart px-1 text-center font-[750] text-danger-ink text-xs leading-5 ${className}`}
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
