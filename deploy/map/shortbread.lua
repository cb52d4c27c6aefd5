-- Draws OpenStreetMap's data into vector tiles with the layer and field names of Shortbread 1.0, for Debian's tilemaker
-- 2.2 and newer (`npx papadag map --from EXTRACT.osm.pbf`). It has what Papadag's map draws and leaves out the rest.

node_keys = { "place", "addr:housenumber", "highway", "railway", "amenity", "leisure", "tourism" }

local function set(...)
  local all = {}
  for _, value in ipairs({ ... }) do all[value] = true end
  return all
end

local street_zoom = {
  motorway = 5, trunk = 6, primary = 8, secondary = 9, tertiary = 10, unclassified = 12, residential = 12, busway = 12,
  bus_guideway = 12, living_street = 13, service = 13, pedestrian = 13, track = 13, footway = 13, steps = 13, path = 13,
  cycleway = 13,
}
local name_zoom = { motorway = 10, trunk = 12, primary = 12, secondary = 13, tertiary = 13 }
local rail_zoom = {
  rail = 8, narrow_gauge = 8, tram = 10, light_rail = 10, funicular = 10, subway = 10, monorail = 10,
}
-- tilemaker 2.2 keeps the order of drawing in one byte.
local order = {
  motorway = 90, trunk = 80, primary = 70, secondary = 60, tertiary = 50, unclassified = 40, residential = 40,
  living_street = 35, pedestrian = 30, service = 20,
}
local runway_zoom = { runway = 11, taxiway = 13 }

local land_of_landuse = set("forest", "grass", "meadow", "orchard", "vineyard", "allotments", "cemetery", "village_green",
  "recreation_ground", "greenhouse_horticulture", "plant_nursery", "residential", "industrial", "commercial", "garages",
  "retail", "railway", "landfill", "quarry", "brownfield", "greenfield", "farmyard", "farmland")
local land_of_natural = set("sand", "beach", "heath", "scrub", "grassland", "bare_rock", "scree", "shingle")
local land_of_wetland = set("swamp", "bog", "string_bog", "wet_meadow", "marsh")
local land_of_leisure = set("golf_course", "park", "garden", "playground", "miniature_golf", "pitch")
local land_zoom = { forest = 7, sand = 10, beach = 10, cemetery = 13, grave_yard = 13 }
local built_up = set("residential", "industrial", "commercial", "garages", "retail", "railway", "landfill", "brownfield",
  "greenfield", "farmyard", "farmland")
local sites = set("university", "college", "school", "hospital", "prison", "parking")
-- Shortbread names no land; ours has a layer for what a neighbourhood is known by.
local named_land = set("forest", "park", "garden", "cemetery", "grave_yard", "recreation_ground", "village_green", "heath",
  "golf_course", "allotments", "beach", "playground")
local poi_of_amenity = set("university", "college", "school", "kindergarten", "hospital", "library", "community_centre")
local poi_of_leisure = set("sports_centre", "stadium", "water_park")
local poi_of_tourism = set("zoo", "theme_park")
local stop_zoom = { station = 13, halt = 13, bus_station = 13, ferry_terminal = 12, tram_stop = 14, bus_stop = 14 }
local places = {
  city = { 6, 100000 }, town = { 7, 5000 }, village = { 10, 100 }, hamlet = { 10, 50 }, suburb = { 10, 1000 },
  quarter = { 10, 500 }, neighbourhood = { 10, 100 },
}

local function is_yes(value) return value ~= "" and value ~= "no" end

local function name(object)
  local own = object:Find("name")
  if own ~= "" then object:Attribute("name", own) end
end

local function stop_kind(object)
  local railway = object:Find("railway")
  if railway == "station" or railway == "halt" or railway == "tram_stop" then return railway end
  local amenity = object:Find("amenity")
  if amenity == "bus_station" or amenity == "ferry_terminal" then return amenity end
  if object:Find("highway") == "bus_stop" then return "bus_stop" end
end

--- What is shown as a point: stops, the names of schools and the like, and house numbers.
local function points(object, layer)
  local stop = stop_kind(object)
  if stop then
    layer("public_transport")
    object:Attribute("kind", stop)
    name(object)
    object:MinZoom(stop_zoom[stop])
  end
  local amenity, leisure, tourism = object:Find("amenity"), object:Find("leisure"), object:Find("tourism")
  local key = poi_of_amenity[amenity] and "amenity" or poi_of_leisure[leisure] and "leisure"
    or poi_of_tourism[tourism] and "tourism"
  if key and object:Find("name") ~= "" then
    layer("pois")
    object:Attribute(key, object:Find(key))
    name(object)
    object:MinZoom(14)
  end
  local number = object:Find("addr:housenumber")
  if number ~= "" then
    layer("addresses")
    object:Attribute("housenumber", number)
    object:MinZoom(14)
  end
end

function node_function(node)
  local amenity = node:Find("amenity")
  if amenity == "parking" then
    node:Layer("sites", false)
    node:Attribute("kind", amenity)
    node:MinZoom(14)
  end
  points(node, function(layer) node:Layer(layer, false) end)
  local kind = node:Find("place")
  local rule = places[kind]
  if not rule or node:Find("name") == "" then return end
  local capital = node:Find("capital")
  local zoom = rule[1]
  node:Layer("place_labels", false)
  if capital == "yes" then kind, zoom = "capital", 4 elseif capital == "4" then kind, zoom = "state_capital", 4 end
  node:Attribute("kind", kind)
  name(node)
  node:AttributeNumeric("population", tonumber((node:Find("population"):gsub("[^%d]", ""))) or rule[2])
  node:MinZoom(zoom)
end

function relation_scan_function(relation)
  if relation:Find("type") == "boundary" and relation:Find("boundary") == "administrative" then relation:Accept() end
end

local function boundary(way)
  local level = 99
  while true do
    local relation = way:NextRelation()
    if not relation then break end
    level = math.min(level, tonumber(way:FindInRelation("admin_level")) or 99)
  end
  if way:Find("boundary") == "administrative" then level = math.min(level, tonumber(way:Find("admin_level")) or 99) end
  if level > 4 then return end
  way:Layer("boundaries", false)
  way:AttributeNumeric("admin_level", level <= 2 and 2 or 4)
  if way:Find("maritime") == "yes" or way:Find("natural") == "coastline" then way:AttributeBoolean("maritime", true) end
  way:MinZoom(level <= 2 and 0 or 7)
end

local function brunnel(way)
  if way:Find("tunnel") ~= "" and is_yes(way:Find("tunnel")) or is_yes(way:Find("covered")) then
    way:AttributeBoolean("tunnel", true)
  elseif is_yes(way:Find("bridge")) then
    way:AttributeBoolean("bridge", true)
  end
end

local function street(way, highway)
  local kind, link = highway:gsub("_link$", "")
  local zoom = street_zoom[kind]
  if not zoom then return end
  if way:Find("area") == "yes" then
    if kind ~= "pedestrian" and kind ~= "service" then return end
    way:Layer("street_polygons", true)
    way:Attribute("kind", kind)
    way:MinZoom(14)
    return
  end
  way:Layer("streets", false)
  way:Attribute("kind", kind)
  if link > 0 then way:AttributeBoolean("link", true) end
  -- Not of Shortbread: a roundabout in several ways would not be known by its shape.
  local junction = way:Find("junction")
  if junction == "roundabout" or junction == "circular" then way:AttributeBoolean("roundabout", true) end
  brunnel(way)
  if way:Find("service") ~= "" then way:Attribute("service", way:Find("service")) end
  way:MinZoom(link > 0 and math.max(zoom, 11) or zoom)
  way:ZOrder(order[kind] or 10)
  if way:Find("name") ~= "" then
    way:Layer("street_labels", false)
    way:Attribute("kind", kind)
    name(way)
    way:MinZoom(link > 0 and 14 or name_zoom[kind] or 14)
  end
end

local function rail(way, railway)
  local zoom = rail_zoom[railway]
  if not zoom then return end
  way:Layer("streets", false)
  way:Attribute("kind", railway)
  way:AttributeBoolean("rail", true)
  brunnel(way)
  if way:Find("service") ~= "" then
    way:Attribute("service", way:Find("service"))
    zoom = math.max(zoom, 10)
  end
  way:MinZoom(zoom)
  way:ZOrder(5)
end

--- The smallest zoom at which an area takes more than a few pixels.
local function zoom_of_area(way, least)
  local side = math.sqrt(way:Area())
  local zoom = least
  while zoom < 14 and side / (78271 / 2 ^ zoom) < 2 do zoom = zoom + 1 end
  return zoom
end

local function water_area(way, kind, least)
  way:Layer("water_polygons", true)
  way:Attribute("kind", kind)
  local zoom = zoom_of_area(way, least)
  way:MinZoom(zoom)
  if way:Find("name") ~= "" then
    way:LayerAsCentroid("water_polygons_labels")
    way:Attribute("kind", kind)
    name(way)
    way:AttributeNumeric("way_area", way:Area())
    way:MinZoom(math.min(14, zoom + 3))
  end
end

local function water(way)
  local natural, waterway, landuse = way:Find("natural"), way:Find("waterway"), way:Find("landuse")
  local closed = way:IsClosed()
  if closed and (natural == "water" or waterway == "riverbank") then
    water_area(way, (waterway == "riverbank" or way:Find("water") == "river") and "river" or "water", 4)
  elseif closed and natural == "glacier" then
    water_area(way, "glacier", 4)
  elseif closed and (landuse == "reservoir" or landuse == "basin") then
    water_area(way, landuse, 4)
  elseif closed and (waterway == "dock" or waterway == "canal" and way:Find("area") == "yes") then
    water_area(way, waterway, 10)
  elseif waterway == "river" or waterway == "canal" or waterway == "stream" or waterway == "ditch" then
    way:Layer("water_lines", false)
    way:Attribute("kind", waterway)
    brunnel(way)
    local is_wide = waterway == "river" or waterway == "canal"
    way:MinZoom(is_wide and 9 or 14)
    if way:Find("name") ~= "" and is_wide then
      way:Layer("water_lines_labels", false)
      way:Attribute("kind", waterway)
      name(way)
      way:MinZoom(12)
    end
  end
end

local function land_kind(way)
  local landuse, natural, leisure = way:Find("landuse"), way:Find("natural"), way:Find("leisure")
  if natural == "wood" then return "forest" end
  if way:Find("amenity") == "grave_yard" then return "grave_yard" end
  if land_of_landuse[landuse] then return landuse end
  if land_of_natural[natural] then return natural end
  if land_of_wetland[way:Find("wetland")] then return way:Find("wetland") end
  if land_of_leisure[leisure] then return leisure end
end

function way_function(way)
  boundary(way)
  local highway, railway, aeroway = way:Find("highway"), way:Find("railway"), way:Find("aeroway")
  if highway ~= "" then street(way, highway) end
  if railway ~= "" then rail(way, railway) end
  if runway_zoom[aeroway] then
    way:Layer(way:IsClosed() and "street_polygons" or "streets", way:IsClosed())
    way:Attribute("kind", aeroway)
    way:MinZoom(runway_zoom[aeroway])
  end
  water(way)
  local pier = way:Find("man_made")
  if pier == "pier" or pier == "breakwater" or pier == "groyne" then
    way:Layer(way:IsClosed() and "pier_polygons" or "pier_lines", way:IsClosed())
    way:Attribute("kind", pier)
    way:MinZoom(12)
  end
  if not way:IsClosed() then return end
  local land = land_kind(way)
  if land then
    way:Layer("land", true)
    way:Attribute("kind", land)
    local zoom = zoom_of_area(way, land_zoom[land] or built_up[land] and 10 or 11)
    way:MinZoom(zoom)
    if named_land[land] and way:Find("name") ~= "" then
      way:LayerAsCentroid("land_labels")
      way:Attribute("kind", land)
      name(way)
      way:AttributeNumeric("way_area", way:Area())
      way:MinZoom(math.max(11, zoom))
    end
  end
  points(way, function(layer) way:LayerAsCentroid(layer) end)
  local amenity = way:Find("amenity")
  if sites[amenity] then
    way:Layer("sites", true)
    way:Attribute("kind", amenity)
    way:MinZoom(14)
  end
  if is_yes(way:Find("building")) then
    way:Layer("buildings", true)
    way:MinZoom(14)
  end
end
