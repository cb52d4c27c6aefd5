import { Trans, useLingui } from '@lingui/react/macro'
import { moderationQueue } from '@papadag/contract/moderation'
import { ScreenHead } from '@papadag/ui/screen-head'
import { EmptyState } from '@papadag/ui/states/empty-state'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { TabPanel, Tabs } from '@papadag/ui/tabs'
import { type ReactNode, useRef, useState } from 'react'
import { useRead } from '../../platform/data/data.ts'
import { ReadFailed } from '../../platform/data/read-failed.tsx'
import { ItemCard } from './item-card.tsx'
import { PlaceReview } from './place-review.tsx'

const tabs = ['open', 'places', 'decided'] as const
type Tab = (typeof tabs)[number]

/** Everything moderators have to decide on. */
export function ModerationQueue() {
  const { t } = useLingui()
  const [tab, setTab] = useState<Tab>('open')
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useRead(moderationQueue, {})
  // The card with the button has left the list.
  const toHeading = () => heading.current?.focus()
  return (
    <>
      <ScreenHead ref={heading} title={<Trans>Moderation</Trans>}>
        <Trans>Everything you look at here is logged.</Trans>
      </ScreenHead>
      {data ? (
        <Tabs
          value={tab}
          onChange={setTab}
          label={t`Moderation`}
          tabs={[
            { value: 'open', label: t`Reports`, count: data.open.length },
            { value: 'places', label: t`Places`, count: data.places.length },
            { value: 'decided', label: t`Decided` },
          ]}
          listClassName="mb-3.5 max-w-160 overflow-x-auto"
        >
          <TabPanel value="open">
            <List title={t`Reports`}>
              {data.open.map(item => (
                <ItemCard key={`${item.id} ${item.decisions.length}`} item={item} onDecided={toHeading} />
              ))}
            </List>
          </TabPanel>
          <TabPanel value="places">
            <List title={t`Places`}>
              {data.places.map(place => (
                <PlaceReview key={place.id} place={place} onDecided={toHeading} />
              ))}
            </List>
          </TabPanel>
          <TabPanel value="decided">
            <List title={t`Decided`}>
              {data.decided.map(item => (
                <ItemCard key={`${item.id} ${item.decisions.length}`} item={item} onDecided={toHeading} />
              ))}
            </List>
          </TabPanel>
        </Tabs>
      ) : error ? (
        <ReadFailed error={error} title={t`The list could not be loaded`} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup label={t`Loading...`} className="grid gap-3.5">
          <Skeleton className="h-12" />
          <Skeleton className="h-28" />
          <Skeleton className="h-28" />
        </SkeletonGroup>
      )}
    </>
  )
}

function List({ title, children }: { title: string; children: ReactNode[] }) {
  const { t } = useLingui()
  return (
    <>
      <h2 className="sr-only">{title}</h2>
      {children.length === 0 ? (
        <EmptyState illustration="noHistory" title={t`Nothing to review`} heading="h3" />
      ) : (
        <div className="grid max-w-160 gap-3.5">{children}</div>
      )}
    </>
  )
}
