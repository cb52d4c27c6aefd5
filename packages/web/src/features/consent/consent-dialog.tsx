import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@papadag/ui/button'
import { Switch } from '@papadag/ui/fields/switch'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Illustration } from '@papadag/ui/pictures/illustration'
import { textLinkClass } from '@papadag/ui/text-link'
import { type ReactNode, useId, useState } from 'react'
import { type Preferences, readConsentAgain, useConsent } from '../../platform/session/consent.ts'
import { giveConsent } from './give-consent.ts'

/** The permissions of this browser: asked at the start, and editable at any time (decisions V1 and V2). */
export function ConsentDialog() {
  const { accepted, preferences, isAsking } = useConsent()
  const isOpen = accepted === undefined || isAsking
  // Each time it opens it shows the current choices.
  return <Questions key={String(isOpen)} open={isOpen} isFirst={accepted === undefined} stored={preferences} />
}

type Props = { open: boolean; isFirst: boolean; stored: Preferences }

function Questions({ open, isFirst, stored }: Props) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(stored)
  return (
    <Dialog
      open={open}
      onClose={readConsentAgain}
      dismissable={!isFirst}
      closeLabel={t`Close`}
      title={
        <span className="flex items-center gap-3.5">
          <Illustration name="cookies" className="h-auto w-28 shrink-0" />
          <span className="min-w-0 break-words">{t`Privacy settings`}</span>
        </span>
      }
      footer={
        <>
          <Button className="flex-1" onClick={() => giveConsent(false, chosen)}>
            <Trans>Reject</Trans>
          </Button>
          <Button variant="do" className="flex-1" onClick={() => giveConsent(true, chosen)}>
            <Trans>Accept</Trans>
          </Button>
        </>
      }
    >
      <p className="mb-2.5 text-ink-2 text-sm">
        <Trans>Some things are needed to make Papadag work. The rest is up to you.</Trans>
      </p>
      <Row title={t`Essential cookies`} text={t`Without these you can’t log in.`} checked />
      <Row
        title={t`Location services`}
        text={t`For the weather and for places near you. Your browser will ask you too.`}
        checked={chosen.location}
        onChange={location => setChosen({ ...chosen, location })}
      />
      <Row
        title={t`Analytics`}
        text={t`We measure nothing, so this changes nothing today. If that ever changes, it will only be with your consent.`}
        checked={chosen.analytics}
        onChange={analytics => setChosen({ ...chosen, analytics })}
      />
      <p className="text-ink-2 text-sm">
        <a href="#privacy" className={textLinkClass}>
          <Trans>Privacy policy</Trans>
        </a>
      </p>
    </Dialog>
  )
}

type RowProps = { title: string; text: ReactNode; checked: boolean; onChange?: (checked: boolean) => void }

/** A permission, which is always on without `onChange`. */
function Row({ title, text, checked, onChange }: RowProps) {
  const id = useId()
  return (
    <div className="flex min-h-15 items-center gap-3 border-line border-t-[1.5px] py-2">
      <div className="min-w-0 flex-1">
        <p id={id} className="font-bold">
          {title}
        </p>
        <p id={`${id}-text`} className="text-ink-2 text-sm">
          {text}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        checked={checked}
        {...(onChange ? { onCheckedChange: onChange } : { disabled: true })}
      />
    </div>
  )
}
