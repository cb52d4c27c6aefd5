import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { limits } from '@papadag/contract/limits'
import { createTestPlaydate, type Playdate } from '@papadag/contract/playdates/playdates'
import { createPoll } from '@papadag/contract/playdates/polls'
import { settings } from '@papadag/contract/users/users'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from '../../features/location/locator.ts'
import { asksHow } from '../../features/playdates/form/ask-how.ts'
import { DateField } from '../../features/playdates/form/date-field.tsx'
import { emptyFields, type How, readFields, toPlaydate } from '../../features/playdates/form/form-fields.ts'
import { PlaydateForm } from '../../features/playdates/form/playdate-form.tsx'
import { announceNew } from '../../features/playdates/list/playdate-to-show.ts'
import { AfterAdvice } from '../../features/playdates/sheet/after-advice.tsx'
import { failing, useNoticeOnExpiry } from '../../features/playdates/sheet/not-logged-in.ts'
import { BackToPlaydates } from '../../features/playdates/sheet/playdate-page.tsx'
import { sharedIn } from '../../features/playdates/sheet/shared-in.ts'
import {
  isProposable,
  nextTime,
  noPlan,
  type Plan,
  readPlan,
  type TypedTime,
  toPoll,
} from '../../features/polls/plan.ts'
import { nextOwnDay } from '../../features/users/papa-days/next-own-day.ts'
import { useCreationKey } from '../../platform/data/creation-key.ts'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { useDraft } from '../../platform/drafts.ts'
import { dateAndTimeOf } from '../../platform/language/dates.ts'
import { navigate, useSearch } from '../../platform/navigation/navigation.tsx'
import { pathTo } from '../../platform/navigation/routes.ts'
import { notify } from '../../platform/screen/notices.ts'
import { askToShare } from '../../platform/screen/sharing.ts'
import { later } from '../../platform/screen/when-near.tsx'
import { useUser } from '../../platform/session/session.ts'
import { AskNear } from './form/ask-near.tsx'

// For users who come from home's row of fathers.
const willBeAsked = () => import('./will-be-asked.tsx')
const WillBeAsked = lazy(async () => ({ default: (await willBeAsked()).WillBeAsked }))
// For users who come by the button with the plus.
const ChooseHow = later(async () => (await import('../../features/playdates/form/choose-how.tsx')).ChooseHow, 'others')
// Few playdates are a circle's.
const BackToCircle = lazy(async () => ({ default: (await import('./form/back-to-circle.tsx')).BackToCircle }))
const OfCircle = lazy(async () => ({ default: (await import('./form/of-circle.tsx')).OfCircle }))
// Few are out already.
const OutNow = lazy(async () => ({ default: (await import('./out-now.tsx')).OutNow }))
// Most playdates have one day.
const MoreTimes = lazy(async () => ({ default: (await import('../../features/polls/more-times.tsx')).MoreTimes }))
const PickFathers = lazy(async () => ({ default: (await import('../../features/polls/pick-fathers.tsx')).PickFathers }))

const created = msg`Playdate Created Successfully!`

/** Most playdates do not repeat. */
async function announceSeries(playdate: Playdate) {
  try {
    const loaded = await import('../../features/playdates/series/announce-series.ts')
    loaded.announceSeries(playdate)
  } catch {
    notify({ icon: 'check', title: created })
  }
}

const stopAsking = () => asksHow.set(false)

export function Page() {
  const search = useSearch()
  const isAsking = asksHow.use()
  useEffect(() => stopAsking, [])
  const circleId = circleIn(search)
  return (
    <>
      {circleId ? (
        <Suspense fallback={<div className="mb-1 min-h-11" />}>
          <BackToCircle id={circleId} />
        </Suspense>
      ) : (
        <BackToPlaydates />
      )}
      {new URLSearchParams(search).get('how') === 'now' ? (
        <Suspense fallback={<div className="min-h-dvh" />}>
          <OutNow />
        </Suspense>
      ) : (
        <>
          <h1 className="mb-4.5">
            <Trans>New Playdate</Trans>
          </h1>
          {/* Another choice is another form, with a draft of its own. */}
          <NewPlaydate key={search} search={search} />
        </>
      )}
      <Suspense>{isAsking && <ChooseHow open onClose={stopAsking} />}</Suspense>
    </>
  )
}

function NewPlaydate({ search }: { search: string }) {
  const { t } = useLingui()
  const user = useUser()
  const how = howIn(search)
  const draft = useDraft(`create${search}`, user.id, readFields)
  const [initial] = useState(() => beginning(how, user.childrenInfo.length, search))
  const { status, position } = useLocation()
  const ownDay = useOwnDay(!initial.hasDay)
  const asks = asksFathers(search)
  const circleId = circleIn(search)
  const [openToOthers, setOpenToOthers] = useState(true)
  useNoticeOnExpiry(msg`You must be logged in to create a playdate.`)
  const create = useCreate(search, draft.forget)
  const poll = usePoll(user.id, search, draft.forget)
  const forgetDrafts = () => {
    draft.forget()
    poll.forget()
  }
  const asksWhichDay = how === 'ask'
  return (
    <PlaydateForm
      initial={initial.fields}
      asksChildren
      draft={{ ...draft, forget: forgetDrafts }}
      submitLabel={asksWhichDay ? t`Ask which day suits` : t`Create playdate`}
      busy={create.isPending || poll.isPending}
      refusal={asksWhichDay ? poll.error : create.error}
      isProposal={asksWhichDay}
      mayBeOpen={!asksWhichDay && !asks && !circleId}
      ownDay={ownDay}
      near={initial.fields.placeId === 0 ? (status === 'obtained' ? position : user.home) : undefined}
      afterWhen={(typed, isSubmitted, busyDays) =>
        asksWhichDay && (
          <Suspense fallback={<div className="min-h-61" />}>
            <MoreTimes
              plan={poll.planFor(typed)}
              first={typed}
              onChange={poll.setPlan}
              dayField={day => <DateField {...day} busyDays={busyDays} />}
              isSubmitted={isSubmitted}
            />
            {!circleId && <PickFathers plan={poll.planFor(typed)} onChange={poll.setPlan} />}
          </Suspense>
        )
      }
      afterWhere={typed => (
        <>
          <AskNear typed={typed} />
          {circleId && (
            <Suspense>
              <OfCircle id={circleId} isOpen={openToOthers} onChange={asksWhichDay ? undefined : setOpenToOthers} />
            </Suspense>
          )}
        </>
      )}
      end={buttons => (
        <AfterAdvice isAdvised>
          {asks && <WillBeAsked search={search} />}
          {buttons}
        </AfterAdvice>
      )}
      onSubmit={fields => {
        const plan = poll.planFor(fields)
        const wanted = { ...toPlaydate(fields), ...(circleId && { circleId, openToOthers }) }
        if (!asksWhichDay) create.mutate({ body: wanted })
        else if (isProposable(plan, fields)) poll.ask(toPoll(wanted, plan))
      }}
    />
  )
}

function useCreate(search: string, onDone: () => void) {
  return useWrite(createTestPlaydate, {
    idempotencyKey: useCreationKey(),
    done: ({ series }) => (series ? undefined : created),
    failed: failing({
      title: msg`Error creating the playdate`,
      serverTextOr: msg`Something went wrong while creating the playdate.`,
    }),
    onDone: playdate => {
      onDone()
      announceNew(playdate.id)
      if (playdate.series) void announceSeries(playdate)
      if (asksFathers(search)) void willBeAsked().then(({ rememberAsked }) => rememberAsked(playdate.id, search))
      const circleId = circleIn(search)
      // An invitation would open it to everybody at once.
      if (circleId) return navigate(pathTo('circles', { id: circleId }), { replace: true })
      navigate(pathTo('playdates'), { replace: true })
      if (playdate.kind !== 'open') askToShare(playdate, true)
    },
  })
}

/** Whether he comes from home's row of fathers. */
const asksFathers = (search: string) => search.includes('ask=')

/** What the address asks for: once, weekly, or several days to choose from. */
function howIn(search: string): How {
  const how = new URLSearchParams(search).get('how')
  return how === 'weekly' || how === 'ask' ? how : 'once'
}

/** The circle that plans it; 0 for none. */
function circleIn(search: string): number | undefined {
  return Number(new URLSearchParams(search).get('circle')) || undefined
}

/** What the form begins with; a question which day suits has room for everybody who can come. */
function beginning(how: How, children: number, search: string) {
  const known = prefilled(search)
  const fields = emptyFields({ children, ...(how === 'weekly' && { every: 'week' as const }), ...known })
  if (circleIn(search)) fields.maxParticipants = limits.circleMembers
  if (how === 'ask') fields.maxParticipants = limits.maxParticipants
  return { fields, hasDay: 'date' in known }
}

/** His next papa day; null while it is read. */
function useOwnDay(isWanted: boolean): string | null | undefined {
  const { data, isLoading } = useRead(settings, {}, { enabled: isWanted })
  return isLoading ? null : data && nextOwnDay(data.papaDays)?.date
}

/** Other days proposed for the same playdate, which make it a poll; kept as a draft like the form. */
function usePoll(userId: number, search: string, onSent: () => void) {
  const draft = useDraft(`create-poll${search}`, userId, readPlan)
  const [plan, setPlan] = useState<Plan>(draft.restored ?? noPlan)
  const { mutate, isPending, error } = useWrite(createPoll, {
    idempotencyKey: useCreationKey(),
    done: msg`Done. You will be notified when somebody answers.`,
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
    /** A question has two days from the start: that of the form, and the next. */
    planFor: (first: TypedTime): Plan => (plan === noPlan ? { ...noPlan, more: [nextTime(first)] } : plan),
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
  // Everybody can find an open hour.
  const kind = query.get('kind') === 'open' ? { kind: 'open' as const, locationVisibility: 'public' as const } : {}
  return {
    ...sharedIn(query),
    ...text('title'),
    ...text('description'),
    ...text('location'),
    ...text('area'),
    ...visibility,
    ...kind,
    ...placeId,
    ...(isLater && { date }),
  }
}
