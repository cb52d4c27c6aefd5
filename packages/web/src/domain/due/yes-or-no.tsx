import { Button } from '@papadag/ui/button'
import type { ReactNode } from 'react'

type Words = {
  text: ReactNode
  /** Its name, where the text alone does not say what it is about. */
  label?: string
}

type Props = {
  isFirst: boolean
  yes: Words
  no: Words
  /** Whether this answer is on its way. */
  isSaying: (yes: boolean) => boolean
  onSay: (yes: boolean) => void
}

/** The two answers to one question. */
export function YesOrNo({ isFirst, yes, no, isSaying, onSay }: Props) {
  return (
    <>
      <Button
        size={44}
        {...(isFirst && { variant: 'do' })}
        busy={isSaying(true)}
        disabled={isSaying(false)}
        aria-label={yes.label}
        onClick={() => onSay(true)}
      >
        {yes.text}
      </Button>
      <Button
        size={44}
        busy={isSaying(false)}
        disabled={isSaying(true)}
        aria-label={no.label}
        onClick={() => onSay(false)}
      >
        {no.text}
      </Button>
    </>
  )
}
