import type { Due } from '@papadag/contract/today'
import { AddressAnswer } from './address-answer.tsx'
import { CircleAnswer } from './circle-answer.tsx'
import { CircleCardAnswer } from './circle-card-answer.tsx'
import type { AnswerProps } from './due-row.tsx'
import { FactAnswer } from './fact-answer.tsx'
import { NowAnswer } from './now-answer.tsx'

/** What few are asked. */
export function RareAnswer({ due, ...props }: AnswerProps<Due>) {
  switch (due.kind) {
    case 'circle':
      return <CircleAnswer due={due} {...props} />
    case 'circleCard':
      return <CircleCardAnswer due={due} {...props} />
    case 'now':
      return <NowAnswer due={due} {...props} />
    case 'fact':
      return <FactAnswer due={due} {...props} />
    case 'address':
      return <AddressAnswer due={due} {...props} />
    default:
      return null
  }
}
