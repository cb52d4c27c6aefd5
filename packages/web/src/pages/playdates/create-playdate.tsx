import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { createTestPlaydate } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { lazy, Suspense, useState } from 'react'
import { emptyFields, readFields, toPlaydate } from '../../features/playdates/form/form-fields.ts'
import { PlaydateForm } from '../../features/playdates/form/playdate-form.tsx'
import { announceNew } from '../../features/playdates/list/playdate-to-show.ts'
import { AfterAdvice } from '../../features/playdates/sheet/after-advice.tsx'
import { failing, useNoticeOnExpiry } from '../../features/playdates/sheet/not-logged-in.ts'
import { BackToPlaydates } from '../../features/playdates/sheet/playdate-page.tsx'
import { sharedIn } from '../../features/playdates/sheet/shared-in.ts'
import { isProposable, noPlan, type Plan, readPlan, toPoll } from '../../features/polls/plan.ts'
import { useCreationKey } from '../../platform/data/creation-key.ts'
import { useWrite } from '../../platform/data/data.ts'
import { useDraft } from '../../platform/drafts.ts'
import { dateAndTimeOf } from '../../platform/language/dates.ts'
import { navigate, useSearch } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { askToShare } from '../../platform/screen/sharing.ts'
import { useUser } from '../../platform/session/session.ts'
import { AskNear } from './form/ask-near.tsx'

// For users who come from home's row of fathers.
const willBeAsked = () => import('./will-be-asked.tsx')
const WillBeAsked = lazy(async () => ({ default: (await willBeAsked()).WillBeAsked }))
// Most playdates have one day.
const MoreTimes = lazy(async () => ({ default: (await import('../../features/polls/more-times.tsx')).MoreTimes }))
const PickFathers = lazy(async () => ({ default: (await import('../../features/polls/pick-fathers.tsx')).PickFathers }))

export function Page() {
  const { t } = useLingui()
  const user = useUser()
  const search = useSearch()
  const draft = useDraft(`create${search}`, user.id, readFields)
  const [initial] = useState(() => emptyFields({ children: user.childrenInfo.length, ...prefilled(search) }))
  const asks = search.includes('ask=')
  const idempotencyKey = useCreationKey()
  useNoticeOnExpiry(msg`You must be logged in to create a playdate.`)
  const create = useWrite(createTestPlaydate, {
    idempotencyKey,
    done: msg`Playdate Created Successfully!`,
    failed: failing({
      title: msg`Error creating the playdate`,
      serverTextOr: msg`Something went wrong while creating the playdate.`,
    }),
    onDone: playdate => {
      draft.forget()
      announceNew(playdate.id)
      if (asks) void willBeAsked().then(({ rememberAsked }) => rememberAsked(playdate.id, search))
      navigate(pathTo('playdates'), { replace: true })
      if (playdate.kind !== 'open') askToShare(playdate, true)
    },
  })
  const poll = usePoll(user.id, search, draft.forget)
  const forgetDrafts = () => {
    draft.forget()
    poll.forget()
  }
  const isPoll = poll.plan.more.length > 0
  return (
    <>
      <BackToPlaydates />
      <h1 className="mb-4.5">
        <Trans>New Playdate</Trans>
      </h1>
      <PlaydateForm
        initial={initial}
        asksChildren
        draft={{ ...draft, forget: forgetDrafts }}
        submitLabel={isPoll ? t`Ask which day suits` : t`Create playdate`}
        busy={create.isPending || poll.isPending}
        refusal={isPoll ? poll.error : create.error}
        isProposal={isPoll}
        mayBeOpen={!isPoll && !asks}
        afterWhen={(typed, isSubmitted) =>
          !typed.every &&
          typed.kind === 'playdate' && (
            <Suspense fallback={<div className="min-h-11" />}>
              <MoreTimes plan={poll.plan} first={typed} onChange={poll.setPlan} isSubmitted={isSubmitted} />
              {isPoll && <PickFathers plan={poll.plan} onChange={poll.setPlan} />}
            </Suspense>
          )
        }
        afterWhere={typed => <AskNear typed={typed} />}
        end={buttons => (
          <AfterAdvice isAdvised>
            {asks && <WillBeAsked search={search} />}
            {buttons}
          </AfterAdvice>
        )}
        onSubmit={fields => {
          if (!isPoll) create.mutate({ body: toPlaydate(fields) })
          else if (isProposable(poll.plan, fields)) poll.ask(toPoll(toPlaydate(fields), poll.plan))
        }}
      />
    </>
  )
}

/** Other days proposed for the same playdate, which make it a poll; kept as a draft like the form. */
function usePoll(userId: number, search: string, onSent: () => void) {
  const draft = useDraft(`create-poll${search}`, userId, readPlan)
  const [plan, setPlan] = useState<Plan>(draft.restored ?? noPlan)
  const { mutate, isPending, error } = useWrite(createPoll, {
    idempotencyKey: useCreationKey(),
    done: msg`Asked. You will be told when somebody answers.`,
    failed: failing({
      title: msg`Your question could not be sent`,
      serverTextOr: msg`Please try again later.`,
    }),
    onDone: ({ id }) => {
      onSent()
      draft.forget()
      navigate(pathTo('polls', { id }), { replace: true })
    },
  })
  return {
    plan,
    isPending,
    error,
    forget: draft.forget,
    setPlan(changed: Plan) {
      setPlan(changed)
      draft.keep(changed)
    },
    ask: (body: ReturnType<typeof toPoll>) => mutate({ body }),
  }
}

/** Pre-filled by a link: a repeated playdate, an idea from home, or data from another app. */
function prefilled(search: string) {
  const query = new URLSearchParams(search)
  const text = (name: string) => {
    const value = query.get(name)
    return value ? { [name]: value } : {}
  }
  const place = query.get('place') ?? ''
  const placeId = /^[1-9]\d{0,8}$/.test(place) ? { placeId: Number(place) } : {}
  const date = query.get('date') ?? ''
  // The default start may already be over today.
  const isLater = /^20\d{2}-\d{2}-\d{2}$/.test(date) && date > dateAndTimeOf(new Date()).date
  const visibility = query.get('for') === 'participants' ? { locationVisibility: 'participants' as const } : {}
  return {
    ...sharedIn(query),
    ...text('title'),
    ...text('description'),
    ...text('location'),
    ...text('area'),
    ...visibility,
    ...placeId,
    ...(isLater && { date }),
  }
}
