import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { askUnsubscribe } from '@papadag/contract/notifications'
import type { Shown } from '@papadag/contract/route'
import { Button, buttonClass } from '@papadag/ui/button'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { Main } from './frame.tsx'
import type { Screen } from './screen.ts'

type State = Shown<typeof askUnsubscribe>

function titleOf(shown: State) {
  if (!shown) return msg`This link no longer works`
  return shown.isDone ? msg`These e-mails are switched off` : msg`Would you like to stop getting these e-mails?`
}

/** Whether to stop the mails that contain the link, and that they have stopped. */
export const unsubscribe: Screen<State> = {
  title: (shown, i18n) => i18n._(titleOf(shown)),
  Page: ({ shown }) => (
    <Main>
      <Unsubscribing state={shown} />
    </Main>
  ),
}

function Unsubscribing({ state }: { state: State }) {
  const { i18n } = useLingui()
  return (
    <EmptyState
      illustration={state ? 'noChat' : 'notFound'}
      heading="h1"
      title={i18n._(titleOf(state))}
      action={
        state && !state.isDone ? (
          <form method="post">
            <Button type="submit" variant="do">
              <Trans>Switch them off</Trans>
            </Button>
          </form>
        ) : (
          <a className={buttonClass()} href="/profile?tab=settings&section=notifications">
            <Trans>Go to your settings</Trans>
          </a>
        )
      }
    >
      {!state ? (
        <Trans>Choose in your settings which e-mails you get.</Trans>
      ) : state.isDone ? (
        <Trans>You can switch them on again in your settings.</Trans>
      ) : (
        <Trans>You will still get the other e-mails, as you have set them.</Trans>
      )}
    </EmptyState>
  )
}
