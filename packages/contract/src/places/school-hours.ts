/** Opening hours of a school's grounds that are open to all, as OpenStreetMap would write them: not while there is school. */
export const outsideSchoolHours = 'Mo-Fr 00:00-08:00,16:00-24:00; Sa,Su 00:00-24:00; PH,SH 00:00-24:00'
