import { Trans } from '@lingui/react/macro'
import { type Strength, strengthOf } from './password-strength.ts'

const bars: Record<Strength, string> = { weak: 'w-1/3 bg-danger', fair: 'w-2/3 bg-do', strong: 'w-full bg-ok' }

/** The strength of a password, as advice only. */
export function PasswordAdvice({ password }: { password: string }) {
  const strength = strengthOf(password)
  return (
    <div role="status" className="text-ink-2 text-sm">
      {password && (
        <>
          <span aria-hidden className="my-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken">
            <span className={`block h-full rounded-full ${bars[strength]}`} />
          </span>
          {strength === 'weak' && <Trans>Weak: a few words in a row are stronger</Trans>}
          {strength === 'fair' && <Trans>Fair: a bit longer is better</Trans>}
          {strength === 'strong' && <Trans>Strong</Trans>}
        </>
      )}
    </div>
  )
}
