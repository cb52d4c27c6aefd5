import { Trans, useLingui } from '@lingui/react/macro'
import type { EditedSettings, Settings } from '@papadag/contract/users/users'
import { Skeleton, SkeletonGroup } from '@papadag/ui/states/skeleton'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { ReadFailed } from '../../../platform/data/read-failed.tsx'
import { NeighbourhoodSettings } from '../neighbourhood/neighbourhood-settings.tsx'
import { ExportData } from '../own-data/export-data.tsx'
import { PapaDaysSettings } from '../papa-days/papa-days-settings.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'
import { BlockedList } from './blocked-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { ChatSettings, PrivacySettings } from './privacy-settings.tsx'
import { useNamedSection } from './sections.ts'
import { SessionList } from './session-list.tsx'
import { LeadToNamed, SettingsIndex } from './settings-index.tsx'
import { useSettings } from './use-settings.ts'

type Props = {
  passwordAdvice: ComponentProps<typeof PasswordForm>['advice']
  locate: ComponentProps<typeof NeighbourhoodSettings>['locate']
  /** Whether the app proposes meetings. */
  proposing: (settings: Settings, change: (to: EditedSettings) => void) => ReactNode
  /** Notifications, calendars and invitations. */
  reach: (settings: Settings, change: (to: EditedSettings) => void) => ReactNode
}

/** All settings of an account. */
export function SettingsPanel({ passwordAdvice, locate, proposing, reach }: Props) {
  const { t } = useLingui()
  const { data, error, isPending, refetch, change } = useSettings()
  const isIndex = useNamedSection() === null
  return (
    <>
      <SettingsIndex />
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start ${isIndex ? 'phone:hidden' : ''} gap-3.5 md:grid-cols-2 md:gap-4.5`}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:gap-4.5">
          {data ? (
            <>
              <PrivacySettings settings={data} change={change} />
              <PapaDaysSettings settings={data} change={change}>
                {proposing(data, change)}
              </PapaDaysSettings>
              <NeighbourhoodSettings settings={data} change={change} locate={locate} />
              <ChatSettings settings={data} change={change} />
            </>
          ) : error ? (
            <ReadFailed error={error} title={t`The settings could not be loaded`} onRetry={() => void refetch()}>
              <Trans>Please try again in a moment.</Trans>
            </ReadFailed>
          ) : (
            <SectionSkeleton />
          )}
          {!isPending && <BlockedList />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 md:gap-4.5">
          {/* Shown together: sections that appear later would push the rest down. */}
          <Suspense fallback={<SectionSkeleton />}>
            {isPending ? (
              <SectionSkeleton />
            ) : (
              <>
                {data && reach(data, change)}
                <AppearanceSettings />
                <SessionList />
                <PasswordForm advice={passwordAdvice} />
                <ExportData />
                <LeadToNamed />
              </>
            )}
          </Suspense>
        </div>
      </div>
    </>
  )
}

function SectionSkeleton() {
  const { t } = useLingui()
  return (
    <SkeletonGroup label={t`Loading...`} className="card grid gap-4 rounded-kap-m bg-surface p-4 card-shadow">
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-13" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
      <Skeleton className="h-8" />
    </SkeletonGroup>
  )
}
