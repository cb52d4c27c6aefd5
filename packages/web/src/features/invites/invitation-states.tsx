import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '@papadag/ui/states/empty-state'
import type { ReactNode } from 'react'

/** An invitation that is over, revoked or unknown. */
export const unknown = {
  title: msg`This invitation no longer works`,
  sentence: msg`It may be over, or the link has been withdrawn. Ask the person who sent it for a new one.`,
}

export function UnknownInvitation({ action }: { action: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <EmptyState illustration="notFound" heading="h1" title={i18n._(unknown.title)} action={action}>
      {i18n._(unknown.sentence)}
    </EmptyState>
  )
}

/** An invitation to a playdate that is cancelled. */
export const cancelled = {
  title: msg`This playdate is cancelled`,
  sentence: (when: string) => msg`It was planned for ${when}.`,
}

type CancelledProps = { when: string; action: ReactNode; isForVisitor?: boolean }

export function CancelledInvitation({ when, action, isForVisitor = false }: CancelledProps) {
  const { i18n } = useLingui()
  return (
    <EmptyState illustration="noPlaydates" heading="h1" title={i18n._(cancelled.title)} action={action}>
      {i18n._(cancelled.sentence(when))} {isForVisitor && <Trans>What a pity. Better luck next time.</Trans>}
    </EmptyState>
  )
}
