import { Plural, useLingui } from '@lingui/react/macro'
import { type Asked, forChild } from '@papadag/contract/places/for-child'
import { useUser } from '../../../platform/session/session.ts'
import { sentenceFor } from './for-child-words.ts'

/** Whether his children can play there: a sentence for each, or one if nothing is known. Their names stay on this device. */
export function ForChildren({ place }: { place: Asked }) {
  const { i18n } = useLingui()
  const children = useUser().childrenInfo
  if (children.length === 0) return null
  if (children.every(({ age }) => forChild(place, Math.floor(age)).answer === 'unknown')) {
    return (
      <p className="break-words text-ink-2 text-sm">
        <Plural
          value={children.length}
          one="We don’t know yet whether your child can play here."
          other="We don’t know yet whether your children can play here."
        />
      </p>
    )
  }
  return (
    <ul className="grid gap-1 rounded-kap-s bg-do-soft px-3.5 py-2.5 font-[650] leading-[1.35]">
      {children.map((child, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two children may have the same name, and their order is his own
        <li key={at} className="break-words">
          {sentenceFor(i18n, place, child)}
        </li>
      ))}
    </ul>
  )
}
