import { useLingui } from '@lingui/react/macro'
import { answerHint, type Hint as DueHint, type HintName } from '@papadag/contract/hints'
import { today } from '@papadag/contract/today'
import { Hint } from '@papadag/ui/hint'
import { type ReactNode, useEffect, useState } from 'react'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { focusHeading } from '../../platform/navigation/navigation.tsx'

type Props = {
  name: HintName
  /** Shown only about this playdate. */
  playdateId?: number
  /** The sentence. */
  children: ReactNode | ((hint: DueHint) => ReactNode)
  action: ReactNode
  onAction: (hint: DueHint) => void
}

/** The place of one hint: shows it once, if it is the one that may help him now, until he answers or leaves. */
export function HintSlot({ name, playdateId, children, action, onAction }: Props) {
  const { t } = useLingui()
  const { data } = useRead(today, {})
  const { mutate } = useWrite(answerHint)
  // Whoever has seen it is not due it any more, and still reads it.
  const [shown, setShown] = useState<DueHint>()
  const [isAnswered, setAnswered] = useState(false)
  const due = data?.hint
  const isHere = due?.name === name && (playdateId === undefined || due.playdateId === playdateId)
  if (isHere && !shown) setShown(due)
  const isSeen = shown !== undefined
  useEffect(() => {
    if (isSeen) mutate({ params: { name }, body: { answer: 'seen' } })
  }, [isSeen, name, mutate])
  if (!shown || isAnswered) return null
  const end = (answer: 'yes' | 'no') => {
    mutate({ params: { name }, body: { answer } })
    setAnswered(true)
    // The focused button is gone with it, and behind a dialog nothing takes the focus.
    const dialog = document.querySelector('dialog')
    if (dialog) dialog.focus()
    else focusHeading()
  }
  return (
    <Hint
      action={action}
      onAction={() => {
        end('yes')
        onAction(shown)
      }}
      closeLabel={t`Close`}
      onClose={() => end('no')}
    >
      {typeof children === 'function' ? children(shown) : children}
    </Hint>
  )
}
