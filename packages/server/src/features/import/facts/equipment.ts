import type { Equipment } from '@papadag/contract/places/facts'
import type { Tags } from '../osm-object.ts'

/** The device that each value of `playground` means; others say too little, or are none. */
const deviceNames: Readonly<Record<string, Equipment>> = {
  slide: 'slide',
  tunnel_slide: 'slide',
  swing: 'swing',
  swings: 'swing',
  baby_swing: 'babySwing',
  toddler_swing: 'babySwing',
  tire_swing: 'swing',
  rope_swing: 'swing',
  basketswing: 'basketSwing',
  basket_swing: 'basketSwing',
  nest_swing: 'basketSwing',
  climbingframe: 'climbing',
  climbing_frame: 'climbing',
  climbing_slope: 'climbing',
  climbingwall: 'climbing',
  climbing_wall: 'climbing',
  climbing_pole: 'climbing',
  climbing: 'climbing',
  net: 'climbing',
  rope_net: 'climbing',
  spider: 'climbing',
  horizontal_bar: 'bars',
  horizontal_bars: 'bars',
  monkey_bars: 'bars',
  parallel_bars: 'bars',
  bannister_bars: 'bars',
  structure: 'structure',
  bridge: 'structure',
  wobble_bridge: 'structure',
  platform: 'structure',
  steps: 'structure',
  ladder: 'structure',
  tunnel_tube: 'tunnel',
  tunnel: 'tunnel',
  excavator: 'digger',
  digger: 'digger',
  musical_instrument: 'music',
  speaking_tube: 'music',
  sound_flower: 'music',
  drawing_board: 'chalkboard',
  blackboard: 'chalkboard',
  chalkboard: 'chalkboard',
  board: 'chalkboard',
  game: 'gameTable',
  board_game: 'gameTable',
  chess_table: 'gameTable',
  exercise: 'fitness',
  funnel_ball: 'ballGames',
  ball_wall: 'ballGames',
  springy: 'springer',
  spring: 'springer',
  spring_rider: 'springer',
  seesaw: 'seesaw',
  roundabout: 'carousel',
  basketrotator: 'carousel',
  carousel: 'carousel',
  aerialrotator: 'carousel',
  rotator: 'carousel',
  spinner: 'carousel',
  spinner_bowl: 'carousel',
  spinning_disc: 'carousel',
  spinning_circle: 'carousel',
  hamster_wheel: 'carousel',
  zipwire: 'zipLine',
  zip_line: 'zipLine',
  trampoline: 'trampoline',
  cushion: 'trampoline',
  sandpit: 'sandbox',
  sandbox: 'sandbox',
  sand: 'sandbox',
  sand_wheel: 'sandbox',
  sand_seesaw: 'sandbox',
  sand_pulley: 'sandbox',
  chute: 'sandbox',
  sieve: 'sandbox',
  table: 'sandbox',
  water: 'waterPlay',
  water_channel: 'waterPlay',
  water_stream: 'waterPlay',
  water_seesaw: 'waterPlay',
  water_basin: 'waterPlay',
  water_barrier: 'waterPlay',
  water_wheel: 'waterPlay',
  water_cannon: 'waterPlay',
  water_sprayer: 'waterPlay',
  archimedes_screw: 'waterPlay',
  splash_pad: 'waterPlay',
  pump: 'waterPlay',
  water_pump: 'waterPlay',
  playhouse: 'playHouse',
  play_house: 'playHouse',
  balancebeam: 'balance',
  balance_beam: 'balance',
  balance: 'balance',
  stepping_stone: 'balance',
  stepping_post: 'balance',
  ropetraverse: 'balance',
  rope_traverse: 'balance',
  agility_trail: 'balance',
  belt_bridge: 'balance',
  spring_board: 'balance',
  hammock: 'hammock',
  table_tennis: 'tableTennis',
  basketball: 'basketball',
  football: 'football',
  soccer: 'football',
  goal: 'football',
  mound: 'hill',
  dome: 'hill',
  sledding: 'hill',
  track: 'track',
  hopscotch: 'hopscotch',
  ball_pool: 'ballPit',
  ride_on: 'rideOn',
  marble_run: 'marbleRun',
  activitypanel: 'panel',
  activity_panel: 'panel',
  map: 'panel',
  teenshelter: 'hangout',
  youth_bench: 'hangout',
  seat: 'hangout',
}

const sports: Readonly<Record<string, Equipment>> = {
  soccer: 'football',
  basketball: 'basketball',
  streetball: 'basketball',
  table_tennis: 'tableTennis',
  skateboard: 'skating',
  skating: 'skating',
  roller_skating: 'skating',
  chess: 'gameTable',
  multi: 'ballGames',
  handball: 'ballGames',
  volleyball: 'ballGames',
}

/** The longest list that a tag may have; a longer one is no list of devices. */
const maxListed = 50

/** The parts of a list such as `slide;swing`. */
export function partsOf(list = ''): string[] {
  return list
    .split(';', maxListed)
    .map(part => part.trim())
    .filter(part => part !== '')
}

/** A roof where a father and a child can wait for the rain to pass; those of bus stops are elsewhere. */
const isShelter = ({ amenity, shelter_type: type }: Tags) => amenity === 'shelter' && type !== 'public_transport'

/** The device that an object is to the playground around it; several if its tags name several. */
export function devicesOf(tags: Tags): Equipment[] {
  const { playground, leisure, sport, baby } = tags
  const isPitch = leisure === 'pitch' || leisure === 'skatepark'
  return [
    ...partsOf(playground).flatMap(part => known(deviceNames, part, baby)),
    ...(leisure === 'fitness_station' ? (['fitness'] as const) : []),
    ...(isShelter(tags) ? (['shelter'] as const) : []),
    ...(isPitch ? partsOf(sport ?? (leisure === 'skatepark' ? 'skateboard' : '')) : []).flatMap(part =>
      known(sports, part),
    ),
  ]
}

/** The devices that a playground's own tags name. */
export function equipmentIn(tags: Tags): Equipment[] {
  const named = Object.entries(tags).flatMap(([key, value]) =>
    key.startsWith('playground:') && value !== 'no' && value !== '0' ? known(deviceNames, key.slice(11)) : [],
  )
  return [...named, ...devicesOf(tags)]
}

function known(names: Readonly<Record<string, Equipment>>, name: string, baby?: string): Equipment[] {
  const device = Object.hasOwn(names, name) ? names[name] : undefined
  if (!device) return []
  return [device === 'swing' && baby === 'yes' ? 'babySwing' : device]
}
