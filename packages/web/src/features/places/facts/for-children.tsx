import { useLingui } from '@lingui/react/macro'
import type { Asked } from '@papadag/contract/places/for-child'
import { useUser } from '../../../platform/session/session.ts'
import { sentenceFor } from './for-child-words.ts'

/** One sentence for each of his children: whether it can play there. Their names stay on this device. */
export function ForChildren({ place }: { place: Asked }) {
  const { i18n } = useLingui()
  const children = useUser().childrenInfo
  if (children.length === 0) return null
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
