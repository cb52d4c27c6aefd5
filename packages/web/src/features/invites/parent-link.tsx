import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { makeParentLink, parentLinks, removeParentLink, setParentLinks } from '@papadag/contract/parent-links'
import type { Playdate } from '@papadag/contract/playdates/playdates'
import { Button } from '@papadag/ui/button'
import { SwitchRow } from '@papadag/ui/fields/switch-row'
import { Dialog } from '@papadag/ui/layers/dialog'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { useEffect, useRef } from 'react'
import { useRead, useWrite } from '../../platform/data/data.ts'
import { PartFailed } from '../../platform/data/part-failed.tsx'
import { useDates } from '../../platform/language/dates.ts'
import { noConnection } from '../../platform/screen/notices.ts'
import { closeSharing } from '../../platform/screen/sharing.ts'
import { ShareWays } from './share-ways.tsx'

/** A participant's link for the other parent, made when it is opened, and what its creator decides about such links. */
export function ParentSheet({ playdate }: { playdate: Playdate }) {
  const { t } = useLingui()
  const params = { id: playdate.id }
  const { data, error, refetch } = useRead(parentLinks, { params })
  const sentence = useRef<HTMLParagraphElement>(null)
  // The pressed button disappears. A write does not repeat the read of what it deletes.
  const gone = () => {
    sentence.current?.focus()
    void refetch()
  }
  // Closing it returns to the screen it was opened on.
  useEffect(() => {
    addEventListener('popstate', closeSharing)
    return () => removeEventListener('popstate', closeSharing)
  }, [])
  return (
    <Dialog open onClose={closeSharing} closeLabel={t`Close`} title={t`Tell them at home`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p ref={sentence} tabIndex={-1} className="text-ink-2">
          <Trans>
            A page that only says where and when it is and whether you are coming, without anybody’s children. It works
            until two hours after the end, or until you can’t make it.
          </Trans>
        </p>
        {data ? (
          <>
            <OwnLink playdate={playdate} url={data.url} onGone={gone} />
            {data.count !== undefined && (
              <OfHost playdate={playdate} count={data.count} showsAddress={data.showsAddress ?? false} />
            )}
          </>
        ) : error ? (
          <PartFailed error={error} onRetry={() => void refetch()}>
            <Trans>The link could not be made.</Trans>
          </PartFailed>
        ) : (
          <SkeletonGroup label={t`Loading...`}>
            <Skeleton className="h-11 rounded-xl" />
          </SkeletonGroup>
        )}
      </div>
    </Dialog>
  )
}

function failing(title: ReturnType<typeof msg>) {
  return ({ code }: { code: string | undefined }) => ({
    title,
    serverTextOr: code === 'offline' ? noConnection : msg`Please try again later.`,
  })
}

const toParent = msg`Send it to the other parent.`

type OwnLinkProps = { playdate: Playdate; url: string | null; onGone: () => void }

function OwnLink({ playdate, url, onGone }: OwnLinkProps) {
  const { t } = useLingui()
  const dates = useDates()
  const params = { id: playdate.id }
  const make = useWrite(makeParentLink, { failed: failing(msg`The link could not be made.`) })
  const remove = useWrite(removeParentLink, {
    done: msg`The link no longer works`,
    failed: failing(msg`The link could not be withdrawn`),
    onDone: onGone,
  })
  const { mutate } = make
  const isWanted = useRef(url === null)
  useEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    mutate({ params: { id: playdate.id } })
  }, [mutate, playdate.id])
  if (url === null) {
    return (
      <Button size={44} icon="share" busy={make.isPending} onClick={() => make.mutate({ params })}>
        <Trans>Make a link</Trans>
      </Button>
    )
  }
  const [day, time] = [dates.dayAndMonth(playdate.startTime), dates.time(playdate.startTime)]
  return (
    <>
      <ShareWays url={url} message={t`This is where we are on ${day} at ${time}.`} pasteWhere={toParent}>
        {playdate.locationVisibility === 'participants' ? (
          <Trans>Anyone with this link can open it. It says only the neighbourhood, unless the host shows more.</Trans>
        ) : (
          <Trans>Anyone with this link can open it.</Trans>
        )}
      </ShareWays>
      <Button size={44} variant="danger-outline" busy={remove.isPending} onClick={() => remove.mutate({ params })}>
        <Trans>Withdraw this link</Trans>
      </Button>
    </>
  )
}

type OfHostProps = { playdate: Playdate; count: number; showsAddress: boolean }

/** How many such links there are, and for a home whether they show the address. */
function OfHost({ playdate: { id, locationVisibility }, count, showsAddress }: OfHostProps) {
  const set = useWrite(setParentLinks, { failed: failing(msg`That didn’t work`) })
  return (
    <>
      {count > 0 && (
        <p className="text-sm">
          <Plural
            value={count}
            one="There is # link for another parent to this playdate."
            other="There are # links for other parents to this playdate."
          />
        </p>
      )}
      {locationVisibility === 'participants' && (
        <SwitchRow
          label={<Trans>Show the address on these pages</Trans>}
          hint={
            <Trans>Otherwise they say only the neighbourhood. Whoever has a link can read it without an account.</Trans>
          }
          checked={showsAddress}
          onChange={show => set.mutate({ params: { id }, body: { showsAddress: show } })}
        />
      )}
    </>
  )
}
