import { useLingui } from '@lingui/react/macro'
import { type Message, type Reactions, reactionEmojis } from '@papadag/contract/chat'
import { IconButton } from '@papadag/ui/icon-button'
import { Menu } from '@papadag/ui/layers/menu'
import type { MenuItem } from '@papadag/ui/layers/menu-item'
import { sayUnavailable } from '../../../platform/screen/quiet.tsx'
import { askToReport } from '../../../platform/screen/reporting.ts'
import type { Toggle } from './use-reacting.ts'

type Props = {
  message: Message
  sender: string
  isOwn: boolean
  reactions: Reactions
  /** Absent where nothing can be written. */
  onReply?: (message: Message) => void
  onReact?: Toggle
}

/** What can be done with a message of a group: react, reply, report. */
export function MessageMenu({ message, sender, isOwn, reactions, onReply, onReact }: Props) {
  const { t } = useLingui()
  const items: MenuItem[] = [
    ...(onReact
      ? reactionEmojis.map(emoji => {
          const mine = reactions[emoji]?.mine ?? false
          return { label: emoji, isBeside: true, checked: mine, onSelect: () => onReact(message.seq, emoji, mine) }
        })
      : []),
    ...(onReply ? [{ label: t`Reply`, icon: 'chat' as const, onSelect: () => onReply(message) }] : []),
    ...(isOwn
      ? []
      : [
          {
            label: t`Report`,
            icon: 'flag' as const,
            onSelect: () => askToReport({ type: 'message', id: message.id, name: t`the message of ${sender}` }),
          },
        ]),
  ]
  if (items.length === 0) return null
  const name = isOwn ? t`Options for your message` : t`Options for the message of ${sender}`
  return (
    <Menu
      label={name}
      onUnavailable={sayUnavailable}
      items={items}
      trigger={props => <IconButton {...props} icon="more" iconSize={18} aria-label={name} />}
    />
  )
}
