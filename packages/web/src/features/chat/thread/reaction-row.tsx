import { useLingui } from '@lingui/react/macro'
import { type Reactions, reactionEmojis } from '@papadag/contract/chat'
import { listIn } from '../../../platform/language/formats.ts'
import type { Toggle } from './use-reacting.ts'

type Props = { seq: number; reactions: Reactions; isOwn: boolean; onToggle: Toggle }

/** With more than these, their number stands in place of their names. */
const namesShown = 2

/** The reactions to a message, below it; a press adds the user's own, or takes it back. */
export function ReactionRow({ seq, reactions, isOwn, onToggle }: Props) {
  const { i18n } = useLingui()
  const given = reactionEmojis.flatMap(emoji => {
    const one = reactions[emoji]
    return one ? [{ emoji, ...one }] : []
  })
  if (given.length === 0) return null
  return (
    // They change without anybody writing, which is not a new message.
    <div aria-live="off" className={`flex flex-wrap gap-1.5 ${isOwn ? 'justify-end' : ''}`}>
      {given.map(({ emoji, count, mine, names }) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={mine}
          onClick={() => onToggle(seq, emoji, mine)}
          className="grid min-h-11 place-items-center"
        >
          <span
            className={`flex h-8 items-center gap-1 rounded-full px-2.5 text-sm edge-card ${mine ? 'bg-picked-soft font-[650]' : 'bg-surface'}`}
          >
            <span>{emoji}</span>{' '}
            {count > namesShown ? (
              <Count count={count} names={listIn(i18n.locale, names)} />
            ) : (
              listIn(i18n.locale, names)
            )}
          </span>
        </button>
      ))}
    </div>
  )
}

function Count({ count, names }: { count: number; names: string }) {
  return (
    <span>
      {count}
      <span className="sr-only"> {names}</span>
    </span>
  )
}
