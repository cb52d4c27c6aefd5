import { Trans, useLingui } from '@lingui/react/macro'
import type { HiddenBecause } from '@papadag/contract/schema'
import { inlineLinkClass } from '@papadag/ui/text-link'
import { serverFacts } from '../../platform/server-facts.ts'

export const smallClass = 'text-ink-2 text-sm'

/** Why it was decided, by which rule and by whom, and how to object (safety S34). */
export function Reasons({
  reason,
  rule,
  isAutomatic,
  reference,
}: { [K in keyof HiddenBecause]?: HiddenBecause[K] | undefined }) {
  const { t } = useLingui()
  return (
    <>
      {reason && <span className={smallClass}>{t`Why: ${reason}`}</span>}
      {rule && (
        <span className={smallClass}>
          <Trans>On the grounds of: {rule}</Trans>
        </span>
      )}
      <span className={smallClass}>
        {isAutomatic ? (
          <Trans>This happened automatically, after reports from several members. A moderator will look at it.</Trans>
        ) : (
          <Trans>A person decided this, not a computer.</Trans>
        )}
      </span>
      <Objection reference={reference} />
    </>
  )
}

/** How to object, with the reference and the rules. */
export function Objection({ reference }: { reference: string | undefined }) {
  const { contact } = serverFacts()
  return (
    <span className={smallClass}>
      {contact ? (
        <Trans>
          Do you disagree? Write within six months to{' '}
          <a href={`mailto:${contact}?subject=${reference ?? ''}`} className={`break-all ${inlineLinkClass}`}>
            {contact}
          </a>{' '}
          and quote {reference}.
        </Trans>
      ) : (
        <Trans>Do you disagree? Tell the operator within six months and quote {reference}.</Trans>
      )}{' '}
      <a href="#rules" className={inlineLinkClass}>
        <Trans>House rules</Trans>
      </a>
    </span>
  )
}
