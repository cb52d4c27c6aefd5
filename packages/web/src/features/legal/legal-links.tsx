import { Trans, useLingui } from '@lingui/react/macro'
import { textLinkClass } from '@papadag/ui/text-link'

/** Links to every legal text. */
export function LegalLinks() {
  const { t } = useLingui()
  return (
    <nav aria-label={t`About Papadag`} className="mt-4 flex flex-wrap gap-x-4 text-sm">
      <a href="#privacy" className={textLinkClass}>
        <Trans context="legal text">Privacy</Trans>
      </a>
      <a href="#terms" className={textLinkClass}>
        <Trans>Terms</Trans>
      </a>
      <a href="#rules" className={textLinkClass}>
        <Trans>House rules</Trans>
      </a>
    </nav>
  )
}
