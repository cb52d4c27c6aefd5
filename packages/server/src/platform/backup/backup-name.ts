/** The number of daily backups. The privacy text promises that no backup keeps deleted data longer. */
export const backupDays = 14

/** The name of a backup in a folder; names sort by age. */
export function nameAt(moment: Temporal.Instant): string {
  const [day = '', time = ''] = moment.toString().split('T')
  return `papadag-${day}-${time.slice(0, 5).replace(':', '')}.backup`
}

export function isBackup(name: string): boolean {
  return /^papadag-\d{4}-\d\d-\d\d-\d{4}\.backup$/.test(name)
}

/** When the backup of this name was made. */
export function madeAt(name: string): Temporal.Instant {
  const [, day, hours, minutes] = /^papadag-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)\.backup$/.exec(name) ?? []
  return Temporal.Instant.from(`${day}T${hours}:${minutes}:00Z`)
}
