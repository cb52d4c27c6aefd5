import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { calendarFeeds } from '@papadag/contract/calendars'
import { limits } from '@papadag/contract/limits'
import { changePassword } from '@papadag/contract/users/users'
import { Button } from '@papadag/ui/button'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { PasswordField } from '@papadag/ui/fields/text-field'
import { SettingsSection } from '@papadag/ui/settings-section'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useRead, useWrite } from '../../../platform/data/data.ts'
import { sayIssue } from '../../../platform/language/issue-texts.ts'
import { noConnection } from '../../../platform/screen/notices.ts'
import { useUser } from '../../../platform/session/session.ts'

type Props = {
  /** The strength of a new password. */
  advice: (password: string) => ReactNode
}

/** With large text its label breaks within a word rather than being too wide. */
const buttonLayout = 'justify-self-start [overflow-wrap:anywhere]'

type Problems = { current?: string | undefined; next?: string | undefined }

/** What else ends with the old password. */
const everything = { endCalendarFeeds: true, endParentLinks: true }

/** `current` is undefined while he has no password. */
function problemsIn(current: string | undefined, next: string): Problems {
  return {
    current: current === '' ? 'user.passwordRequired' : undefined,
    next:
      next.length < limits.passwordMin
        ? 'user.passwordTooShort'
        : next.length > limits.passwordMax
          ? 'text.tooLong'
          : undefined,
  }
}

/** Changes the password, which logs out every other device; or sets the first one. */
export function PasswordForm({ advice }: Props) {
  const { t } = useLingui()
  const isFirst = useUser().hasNoPassword === true
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [ended, setEnded] = useState(everything)
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)

  const refuse = (found: Problems) => {
    setProblems(found)
    form.current?.querySelectorAll('input')[found.current || isFirst ? 0 : 1]?.focus()
  }
  const { mutate, isPending } = useChange(isFirst, {
    refuse,
    onDone: () => {
      setCurrent('')
      setNext('')
      setEnded(everything)
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = problemsIn(isFirst ? undefined : current, next)
    if (found.current || found.next) return refuse(found)
    setProblems({})
    mutate({
      body: isFirst ? { newPassword: next } : { currentPassword: current, newPassword: next, ...ended },
    })
  }
  const look = { showLabel: t`Show password`, hideLabel: t`Hide password` }
  return (
    <SettingsSection name="password" title={isFirst ? <Trans>Set a password</Trans> : <Trans>Change password</Trans>}>
      <form ref={form} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4.5" onSubmit={send}>
        {!isFirst && (
          <PasswordField
            {...look}
            label={t`Current password`}
            autoComplete="current-password"
            value={current}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            error={sayIssue(problems.current)}
          />
        )}
        <div>
          <PasswordField
            {...look}
            label={t`New password`}
            autoComplete="new-password"
            value={next}
            onChange={({ currentTarget }) => setNext(currentTarget.value)}
            error={sayIssue(problems.next)}
          />
          {advice(next)}
        </div>
        {!isFirst && <Ending ended={ended} onChange={setEnded} />}
        <p className="text-ink-2 text-sm">
          {isFirst ? (
            <Trans>You log in with passkeys alone. With a password you also get in where you have none.</Trans>
          ) : (
            <Trans>You will have to log in again on all your other devices.</Trans>
          )}
        </p>
        <Button type="submit" size={44} className={buttonLayout} busy={isPending} busyLabel={t`Saving...`}>
          {isFirst ? <Trans>Set a password</Trans> : <Trans>Change password</Trans>}
        </Button>
      </form>
    </SettingsSection>
  )
}

type After = { refuse: (found: Problems) => void; onDone: () => void }

function useChange(isFirst: boolean, { refuse, onDone }: After) {
  return useWrite(changePassword, {
    done: isFirst
      ? msg`Password set`
      : { title: msg`Password changed`, description: msg`You are logged out on your other devices.` },
    failed: ({ code }) => ({
      title: msg`The password was not changed`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone,
    onFailed: ({ code, sentence, issues }) => {
      const said = issues.find(({ path }) => path === 'newPassword')?.message
      if (code === 'auth.wrongPassword') refuse({ current: sentence })
      else if (said) refuse({ next: said })
    },
  })
}

type EndingProps = { ended: typeof everything; onChange: (ended: typeof everything) => void }

function Ending({ ended, onChange }: EndingProps) {
  const { data: feeds = [] } = useRead(calendarFeeds, {})
  return (
    <>
      {feeds.length > 0 && (
        <SwitchRow
          label={<Trans>Disconnect my calendars too</Trans>}
          hint={<Trans>Wise if somebody else may know your password. You can connect them again afterwards.</Trans>}
          checked={ended.endCalendarFeeds}
          onChange={endCalendarFeeds => onChange({ ...ended, endCalendarFeeds })}
        />
      )}
      <SwitchRow
        label={<Trans>End my links for the other parent too</Trans>}
        hint={<Trans>Whoever has such a link sees where you are and when.</Trans>}
        checked={ended.endParentLinks}
        onChange={endParentLinks => onChange({ ...ended, endParentLinks })}
      />
    </>
  )
}
