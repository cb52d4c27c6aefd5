import { Trans, useLingui } from '@lingui/react/macro'
import { buttonClass } from '@papadag/ui/button'
import { IconButton } from '@papadag/ui/icon-button'
import { Menu } from '@papadag/ui/layers/menu'
import { Icon } from '@papadag/ui/pictures/icon'
import { useState } from 'react'
import { chooseMapApp, chosenMapApp, type MapApp, mapApps } from '../../../domain/places/map-apps.ts'
import { sayUnavailable } from '../../../platform/screen/quiet.tsx'

const choices = ['osm', 'google', 'apple'] as const satisfies readonly MapApp[]

/** Directions in a new tab, in the maps app he has chosen. */
export function Directions({
  place,
  className = '',
}: {
  place: { name: string; latitude: number; longitude: number }
  className?: string
}) {
  const { t } = useLingui()
  const [app, setApp] = useState(chosenMapApp)
  const { name } = place
  const appName = mapApps[app].name
  const choose = (next: MapApp) => {
    chooseMapApp(next)
    setApp(next)
  }
  return (
    <span className={`inline-flex min-w-[min(100%,11rem)] gap-1 ${className}`}>
      <a
        href={mapApps[app].to(place)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t`Directions to ${name} with ${appName} (opens in a new tab)`}
        className={buttonClass({ variant: 'picked', size: 44, className: 'min-w-0 flex-1 [overflow-wrap:anywhere]' })}
      >
        <Icon name="route" size={18} />
        <Trans>Directions</Trans>
      </a>
      <Menu
        label={t`Map app`}
        onUnavailable={sayUnavailable}
        trigger={props => <IconButton {...props} icon="down" variant="box" aria-label={t`Choose a map app`} />}
        items={choices.map(choice => ({
          label: mapApps[choice].name,
          checked: choice === app,
          onSelect: () => choose(choice),
        }))}
      />
    </span>
  )
}
