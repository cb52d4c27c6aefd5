import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type CalendarFeed, makeCalendarFeed } from '@papadag/contract/calendars'
import { limits } from '@papadag/contract/limits'
import { Button, buttonClass } from '@papadag/ui/button'
import { RadioRow } from '@papadag/ui/fields/radio-row'
import { Switch } from '@papadag/ui/fields/switch'
import { TextField } from '@papadag/ui/fields/text-field'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Icon } from '@papadag/ui/pictures/icon'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useCreationKey } from '../../platform/data/creation-key.ts'
import { useWrite } from '../../platform/data/data.ts'
import { sayIssue } from '../../platform/language/issue-texts.ts'
import { LinkToCopy } from '../../platform/screen/link-to-copy.tsx'
import { noConnection } from '../../platform/screen/notices.ts'

/** Creates a calendar feed and shows its address only this once. */
export function NewFeedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const form = useId()
  const [url, setUrl] = useState<string>()
  const make = useWrite(makeCalendarFeed, {
    idempotencyKey: useCreationKey(),
    failed: ({ code }) => ({
      title: msg`The calendar was not connected`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: made => setUrl(made.url),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t`Close`}
      title={url ? t`Your link` : t`Connect a calendar`}
      footer={
        url ? (
          <Button variant="do" className="flex-1" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <Button type="submit" form={form} variant="do" className="flex-1" busy={make.isPending}>
            <Trans>Make a link</Trans>
          </Button>
        )
      }
    >
      {url ? <Made url={url} /> : <FeedForm id={form} onMake={body => make.isPending || make.mutate({ body })} />}
    </Dialog>
  )
}

type NewFeed = Pick<CalendarFeed, 'name' | 'variant' | 'showsHomeAddress'>

function FeedForm({ id, onMake }: { id: string; onMake: (feed: NewFeed) => void }) {
  const { t } = useLingui()
  const [feed, setFeed] = useState<NewFeed>({ name: '', variant: 'full', showsHomeAddress: false })
  const [isTried, setIsTried] = useState(false)
  const name = useRef<HTMLInputElement>(null)
  const count = [...feed.name.trim()].length
  const problem = count === 0 ? 'calendar.nameRequired' : count > limits.deviceName ? 'text.tooLong' : undefined
  const change = (changed: Partial<NewFeed>) => setFeed({ ...feed, ...changed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (problem) name.current?.focus()
    else onMake({ ...feed, name: feed.name.trim(), showsHomeAddress: feed.variant === 'full' && feed.showsHomeAddress })
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        ref={name}
        label={t`What is it for?`}
        hint={t`For example your phone, or the family calendar.`}
        autoComplete="off"
        value={feed.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={isTried && sayIssue(problem)}
      />
      <fieldset>
        <legend className="mb-1.5 font-[650] text-[.9375rem]">
          <Trans>What does it show?</Trans>
        </legend>
        <RadioRow name={`${id}-variant`} checked={feed.variant === 'full'} onChange={() => change({ variant: 'full' })}>
          {t`Everything: what, when and where`}
        </RadioRow>
        <RadioRow name={`${id}-variant`} checked={feed.variant === 'busy'} onChange={() => change({ variant: 'busy' })}>
          {t`Only that you are busy`}
        </RadioRow>
      </fieldset>
      {feed.variant === 'full' && (
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p id={`${id}-home`} className="font-[650] text-[.9375rem]">
              <Trans>Home addresses too</Trans>
            </p>
            <p id={`${id}-home-hint`} className="text-ink-2 text-sm">
              <Trans>
                Everybody who sees this calendar can then read where a dad lives, and so can the company that hosts it,
                such as Google or Apple. Otherwise it only shows the neighbourhood.
              </Trans>
            </p>
          </div>
          <Switch
            checked={feed.showsHomeAddress}
            onCheckedChange={showsHomeAddress => change({ showsHomeAddress })}
            aria-labelledby={`${id}-home`}
            aria-describedby={`${id}-home-hint`}
          />
        </div>
      )}
    </form>
  )
}

function Made({ url }: { url: string }) {
  return (
    <div className="grid gap-4">
      <p role="status">
        <Trans>
          Anyone with this link can read this calendar. You only see it this once; after that you can only disconnect
          it.
        </Trans>
      </p>
      <LinkToCopy url={url} pasteWhere={msg`Paste it where your calendar asks for an address.`} />
      <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass()}>
        <Icon name="calendar" size={18} />
        <Trans>Open in this device’s calendar</Trans>
      </a>
      <p className="text-ink-2 text-sm">
        <Trans>
          In Google Calendar: “Other calendars”, then “From URL”. In Outlook: “Add calendar”, then “Subscribe from web”.
        </Trans>
      </p>
    </div>
  )
}
