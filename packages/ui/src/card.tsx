import type { ComponentProps, ElementType } from 'react'
import { classNames } from './class-names.ts'

type Props<As extends ElementType> = { as?: As } & ComponentProps<As>

/** The sheet of paper on which content is shown. */
export function Card<As extends ElementType = 'div'>({ as, className, ...props }: Props<As>) {
  const Tag: ElementType = as ?? 'div'
  return <Tag {...props} className={classNames(cardClass, 'p-4', className)} />
}

/** The card without padding, for one that starts with a picture. */
export const cardClass = 'card relative rounded-kap-m bg-surface card-shadow'

/** For the one real link of a card, which makes the whole card clickable. Other buttons on it need `relative`. */
export const stretchedLinkClass = 'after:absolute after:inset-0 after:rounded-[inherit]'
