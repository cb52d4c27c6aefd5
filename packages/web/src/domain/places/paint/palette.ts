import type { Area } from './style.ts'

export type Theme = 'light' | 'dark'

/**
 * The colours of the map, defined here because a worker has no styles. Names, halos and water are tokens of the design
 * system.
 */
export interface Palette extends Record<Area, string> {
  ground: string
  buildingEdge: string
  street: string
  streetEdge: string
  /** Of a secondary street, which leads on to the main ones. */
  second: string
  secondEdge: string
  main: string
  mainEdge: string
  path: string
  rail: string
  border: string
  placeName: string
  streetName: string
  waterName: string
  /** The halo around the names of places, streets and water. */
  halo: string
  waterHalo: string
}

export const palettes: Record<Theme, Palette> = {
  light: {
    ground: '#f6efdc',
    built: '#f1e7d0',
    grass: '#d9e8bd',
    wood: '#c3dba6',
    sand: '#f7e6b0',
    site: '#f3e3d0',
    water: '#b5d9e8',
    pier: '#f6efdc',
    square: '#ffffff',
    building: '#e6d8ba',
    buildingEdge: '#d4c29c',
    street: '#ffffff',
    streetEdge: '#dfd2b2',
    second: '#fff7d6',
    secondEdge: '#e0c98a',
    main: '#ffe59a',
    mainEdge: '#dbb964',
    path: '#c3ae82',
    rail: '#a39a86',
    border: '#8a6f8f',
    placeName: '#12332e',
    streetName: '#49605a',
    waterName: '#145e8c',
    halo: '#fff8e8',
    waterHalo: '#daeef8',
  },
  dark: {
    ground: '#12302a',
    built: '#16372f',
    grass: '#1c4534',
    wood: '#1a4c34',
    sand: '#3d4229',
    site: '#1e3b38',
    water: '#0d3650',
    pier: '#12302a',
    square: '#2f544a',
    building: '#21453c',
    buildingEdge: '#2d564b',
    street: '#3b6359',
    streetEdge: '#0f2823',
    second: '#4a5f45',
    secondEdge: '#10251f',
    main: '#5d5a30',
    mainEdge: '#12261f',
    path: '#5f8274',
    rail: '#64807a',
    border: '#b08fb5',
    placeName: '#fff6e2',
    streetName: '#c9dbd4',
    waterName: '#93d0f2',
    halo: '#0a1d1a',
    waterHalo: '#0a1d1a',
  },
}
