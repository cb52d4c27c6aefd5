import clearDay from '../svg/weer-clear-day.svg?no-inline'
import clearNight from '../svg/weer-clear-night.svg?no-inline'
import clouds from '../svg/weer-clouds.svg?no-inline'
import drizzle from '../svg/weer-drizzle.svg?no-inline'
import mist from '../svg/weer-mist.svg?no-inline'
import partlyCloudy from '../svg/weer-partly-cloudy.svg?no-inline'
import rain from '../svg/weer-rain.svg?no-inline'
import snow from '../svg/weer-snow.svg?no-inline'
import thunder from '../svg/weer-thunder.svg?no-inline'

const byCode: Record<string, string> = {
  '01d': clearDay,
  '01n': clearNight,
  '02': partlyCloudy,
  '03': partlyCloudy,
  '04': clouds,
  '09': drizzle,
  '10': rain,
  '11': thunder,
  '13': snow,
  '50': mist,
}

/** The weather by the service's icon code (`10d`); unknown codes show clouds. */
export function WeatherIcon({ code, label = '', size = 32 }: { code: string; label?: string; size?: number }) {
  const src = byCode[code] ?? byCode[code.slice(0, 2)] ?? clouds
  return <img src={src} alt={label} width={size} height={size} className="block shrink-0" />
}
