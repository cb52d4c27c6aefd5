import { Trans } from '@lingui/react/macro'
import { Card } from '@papadag/ui/card'

const title = 'text-lg'
const text = 'mt-1 text-ink-2 text-sm'

/** The cards about the map, its sources and how to contribute (specification 2). */
export default function InfoCards() {
  return (
    <>
      <Card as="section" className="md:p-4.5">
        <h2 className={title}>
          <Trans>About the Heatmap</Trans>
        </h2>
        <p className={text}>
          <Trans>The redder, the more playgrounds close together. Blue is quiet, green is fine, red is a party.</Trans>
        </p>
      </Card>
      <Card as="section" className="bg-do-soft md:p-4.5">
        <h2 className={title}>
          <Trans>Contribute to the Community</Trans>
        </h2>
        <p className="mt-1 text-sm">
          <Trans>
            Missing a playground? Add it. You need an account for that, and you are already logged in. Contributions are
            reviewed for quality.
          </Trans>
        </p>
      </Card>
      <Card as="section" className="md:p-4.5">
        <h2 className={title}>
          <Trans>Tips</Trans>
        </h2>
        <ul className={`${text} list-disc pl-4.5`}>
          <li>
            <Trans>Zoom in for individual playgrounds</Trans>
          </li>
          <li>
            <Trans>Tap a pin for details</Trans>
          </li>
          <li>
            <Trans>Use your location</Trans>
          </li>
          <li>
            <Trans>Save your favourites</Trans>
          </li>
        </ul>
      </Card>
      <Card as="section" className="md:p-4.5">
        <h2 className={title}>
          <Trans>Data Sources</Trans>
        </h2>
        <p className={text}>
          <Trans>
            From{' '}
            <a
              href="https://www.openstreetmap.org/copyright"
              target="_blank"
              rel="noopener noreferrer"
              className="font-bold text-ink underline underline-offset-2"
            >
              OpenStreetMap
            </a>
            , and from dads like you.
          </Trans>
        </p>
      </Card>
    </>
  )
}
