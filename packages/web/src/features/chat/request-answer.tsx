import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { answerRequest, type Chat } from '@papadag/contract/chat'
import type { Person } from '@papadag/contract/schema'
import { Button } from '@papadag/ui/button'
import { textLinkClass } from '@papadag/ui/text-link'
import { useWrite } from '../../platform/data/data.ts'
import { navigate } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { noConnection, notify } from '../../platform/screen/notices.ts'

type Props = { chat: Chat; father: Person; onReport: () => void; onBlock: () => void }

/** A father's possible answers to a stranger's request. */
export function RequestAnswer({ chat, father: { firstName }, onReport, onBlock }: Props) {
  const { t } = useLingui()
  const { mutate, isPending, variables } = useWrite(answerRequest, {
    failed: ({ code }) => ({
      title: msg`Your answer was not saved`,
      serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
    }),
    onDone: (_, { body }) => {
      if (body.accept) return
      navigate(pathTo('chat'), { replace: true })
      notify({ title: msg`Not now, then`, description: msg`${firstName} is not told.`, icon: 'clock' })
    },
  })
  const answer = (accept: boolean) => () => mutate({ params: { id: chat.id }, body: { accept } })
  const link = `${textLinkClass} min-w-11 text-sm`
  return (
    <section
      aria-label={t`Request from ${firstName}`}
      className="grid gap-2.5 border-line border-t-[1.5px] bg-surface px-4 py-3"
    >
      <p className="text-sm">
        <Trans>{firstName} would like to get to know you. You can answer right away: that accepts the request.</Trans>
      </p>
      <div className="flex gap-2.5">
        <Button
          size={44}
          className="flex-1"
          busy={isPending && variables.body.accept === false}
          onClick={answer(false)}
        >
          <Trans>Not now</Trans>
        </Button>
        <Button
          size={44}
          variant="do"
          className="flex-1"
          busy={isPending && variables.body.accept}
          onClick={answer(true)}
        >
          <Trans>Accept</Trans>
        </Button>
      </div>
      <div className="-mb-1.5 flex justify-center gap-6">
        <button type="button" className={link} onClick={onReport}>
          <Trans>Report</Trans>
        </button>
        <button type="button" className={link} onClick={onBlock}>
          <Trans>Block</Trans>
        </button>
      </div>
    </section>
  )
}
