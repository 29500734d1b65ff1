"""Content words that are plausible together: people, places, firms, and measures ready to be charted.

>>> rain = next(m for m in MEASURES if m.subject == "Monthly rainfall")
>>> rain.unit, POOLS[rain.axis].title, POOLS[rain.axis].labels[:3]
('mm', 'Month', ('Jan', 'Feb', 'Mar'))
"""

from typing import NamedTuple


def _words(text: str) -> tuple[str, ...]:
    return tuple(" ".join(word.split()) for word in text.split(","))


MONTHS = _words("""
    January, February, March, April, May, June, July, August, September, October, November, December""")
MONTHS_SHORT = tuple(month[:3] for month in MONTHS)
WEEKDAYS = _words("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday")
WEEKDAYS_SHORT = tuple(day[:3] for day in WEEKDAYS)
SEASONS = _words("Spring, Summer, Autumn, Winter")
QUARTERS = _words("Q1, Q2, Q3, Q4")

FIRST_NAMES = _words("""
    Aaron, Abby, Adam, Adele, Ahmed, Aisha, Alan, Alice, Amara, Amir, Ana, Andre, Anita, Anton, Arjun, Asha,
    Astrid, Ava, Beatriz, Ben, Bianca, Boris, Bruno, Carla, Carlos, Cecilia, Chen, Chloe, Clara, Daniel,
    Daria, David, Diego, Dina, Elena, Eli, Elias, Emma, Erik, Esther, Ethan, Eva, Farah, Felix, Fiona,
    Frank, Gabriel, Gina, Grace, Hana, Hannah, Hassan, Helen, Henry, Hugo, Ibrahim, Ines, Ingrid, Irene,
    Isaac, Ivan, Jack, Jada, James, Jasmine, Jin, Jonas, Julia, Kai, Karen, Kenji, Kofi, Laila, Lars, Laura,
    Leah, Leo, Liam, Lin, Lucas, Lucia, Maria, Marco, Marta, Maya, Mei, Milan, Mina, Mohan, Nadia, Naomi,
    Nina, Noah, Nora, Olga, Oliver, Omar, Oscar, Owen, Paula, Pedro, Petra, Priya, Quinn, Rafael, Rania,
    Ravi, Rosa, Ruth, Sam, Sara, Simon, Sofia, Stefan, Tara, Theo, Tomas, Uma, Vera, Victor, Wanda, Wei,
    Yara, Yusuf, Zoe""")
LAST_NAMES = _words("""
    Abbott, Adeyemi, Ahmed, Almeida, Andersen, Baker, Banerjee, Barnes, Becker, Bell, Bennett, Berg,
    Bianchi, Blake, Boateng, Brooks, Bryant, Castillo, Chang, Chen, Clarke, Cohen, Collins, Costa, Cruz,
    Dahl, Das, Davies, Delgado, Diaz, Dubois, Duncan, Ellis, Engel, Evans, Farah, Ferrari, Fischer, Fleming,
    Flores, Foster, Fraser, Garcia, Gibson, Gomez, Grant, Gupta, Hall, Hansen, Harper, Hayashi, Hoffman,
    Holm, Hughes, Hussain, Ito, Ivanova, Jansen, Jensen, Kapoor, Keller, Kelly, Khan, Kim, Klein, Kowalski,
    Kumar, Lambert, Larsen, Lee, Lehmann, Li, Lindberg, Lopez, Marino, Marsh, Martin, Mendes, Meyer,
    Mitchell, Moore, Morales, Moreau, Morgan, Mori, Murphy, Nair, Nguyen, Novak, Nowak, Obi, Okafor,
    Oliveira, Olsen, Ortiz, Osman, Park, Patel, Pereira, Petrov, Price, Quinn, Ramirez, Reid, Reyes, Rossi,
    Russo, Salazar, Sanders, Santos, Sato, Schmidt, Shah, Silva, Singh, Suzuki, Tanaka, Torres, Turner,
    Vargas, Vogel, Walker, Walsh, Weber, Wong, Yamada, Young, Zhang""")
TOWNS = _words("""
    Alderton, Ashbourne, Aspen Hill, Barrow, Bellmere, Birchwood, Blackwell, Bramley, Briarfield,
    Bridgeport, Brookfield, Calder, Carrick, Cedar Falls, Clearwater, Coldbrook, Copperton, Crestview,
    Dalton, Deerfield, Dunmore, Eastvale, Elmhurst, Fairview, Fernley, Foxbury, Glenford, Granton,
    Greenhill, Hadley, Harborne, Hartwell, Hazelton, Highfield, Hollybrook, Ironside, Kingsley, Lakeside,
    Langford, Larchmont, Lindale, Linwood, Maplewood, Marlow, Meadowbank, Millbrook, Newhaven, Northgate,
    Norwood, Oakdale, Oldham, Pinecrest, Port Ellis, Redcliff, Ridgemont, Riverton, Rosedale, Saltmarsh,
    Seaford, Silverton, Southport, Stonebridge, Sunnyvale, Thornbury, Tilden, Wakefield, Waterford,
    Westbrook, Whitfield, Willow Creek, Winslow, Wrenfield""")
CITIES = _words("""
    Accra, Amsterdam, Athens, Auckland, Bangkok, Barcelona, Berlin, Bogota, Boston, Brussels, Budapest,
    Cairo, Calgary, Chicago, Copenhagen, Dakar, Delhi, Denver, Dublin, Geneva, Hamburg, Hanoi, Helsinki,
    Istanbul, Jakarta, Kyoto, Lagos, Lima, Lisbon, London, Lyon, Madrid, Manila, Melbourne, Mexico City,
    Milan, Montreal, Mumbai, Munich, Nairobi, Oslo, Paris, Perth, Porto, Prague, Quito, Rome, Santiago,
    Seattle, Seoul, Shanghai, Singapore, Stockholm, Sydney, Tokyo, Toronto, Tunis, Vienna, Warsaw, Zurich""")
STREETS = _words("""
    Acorn Lane, Bank Street, Bay Road, Beech Avenue, Bridge Street, Canal Street, Castle Road, Cedar Avenue,
    Chapel Lane, Church Street, Cliff Road, Cross Street, Elm Street, Ferry Road, Garden Street, Grove Road,
    Harbor Street, High Street, Hill Road, King Street, Lake Drive, Linden Avenue, Main Street, Maple
    Avenue, Market Street, Meadow Lane, Mill Lane, North Road, Oak Street, Orchard Way, Park Avenue, Pine
    Street, Queen Street, River Road, School Lane, South Street, Spring Street, Station Road, Sunset Drive,
    Vine Street, Walnut Street, Water Street, West Street, Willow Road""")

FIRM_STEMS = _words("""
    Alder, Apex, Arbor, Atlas, Aurora, Beacon, Bluebird, Bright, Canyon, Cedar, Cobalt, Compass, Copper,
    Crescent, Delta, Ember, Evergreen, Falcon, Fern, Granite, Harbor, Harvest, Hazel, Horizon, Ivory,
    Juniper, Keystone, Lantern, Laurel, Lumen, Maple, Meridian, Mistral, Northwind, Oakline, Onyx, Orchard,
    Pioneer, Quarry, Redwood, Ridge, Saffron, Sierra, Solstice, Sterling, Summit, Tidewater, Vector, Vista,
    Willow""")
FIRM_TRADES = _words("""
    Analytics, Bakery, Bank, Builders, Capital, Clinics, Coffee, Consulting, Dairy, Design, Electric,
    Energy, Engineering, Farms, Foods, Freight, Furniture, Garden, Health, Hotels, Insurance, Labs,
    Logistics, Media, Motors, Optics, Outfitters, Paper, Partners, Pharma, Press, Robotics, Shipping,
    Software, Solar, Studios, Supply, Systems, Textiles, Tools, Toys, Travel""")
FIRM_FORMS = _words("Ltd, Inc., Group, & Co., Holdings, LLC, GmbH, plc")


class Pool(NamedTuple):
    """Labels that can stand side by side on one axis or in one legend."""

    title: str  # of the axis
    labels: tuple[str, ...]
    ordered: bool = False  # keep the order, and take neighbours


def _pool(title: str, labels: str) -> Pool:
    return Pool(title, _words(labels))


POOLS: dict[str, Pool] = {
    "months": Pool("Month", MONTHS_SHORT, ordered=True),
    "weekdays": Pool("Day", WEEKDAYS_SHORT, ordered=True),
    "years": Pool("Year", tuple(map(str, range(2005, 2026))), ordered=True),
    "quarters": Pool("Quarter", tuple(f"{q} {y}" for y in range(2021, 2026) for q in QUARTERS), ordered=True),
    "weeks": Pool("Week", tuple(f"Week {week}" for week in range(1, 17)), ordered=True),
    "hours": Pool("Hour", tuple(f"{hour:02}:00" for hour in range(6, 23)), ordered=True),
    "days": Pool("Day of the month", tuple(map(str, range(1, 32))), ordered=True),
    "ages": Pool("Age group", tuple(f"{age}-{age + 4}" for age in range(0, 80, 5)), ordered=True),
    "distances": Pool("Kilometer", tuple(f"{km} km" for km in range(1, 22)), ordered=True),
    "towns": Pool("Town", TOWNS),
    "cities": Pool("City", CITIES),
    "people": Pool("Name", FIRST_NAMES),
    "firms": Pool("Company", FIRM_STEMS),
    "departments": _pool("Department", """
        Sales, Marketing, Finance, Legal, Support, Research, Design, Purchasing, Logistics, Production,
        Quality, IT, HR, Training, Planning, Facilities"""),
    "regions": _pool("Region", """
        North, South, East, West, Central, Northeast, Northwest, Southeast, Southwest, Coast, Highlands,
        Islands, Lakes, Valley"""),
    "branches": _pool("Branch", """
        Airport, Downtown, Harbor, Hillside, Mall, Market Hall, Museum, Old Town, Park, Riverside, Seafront,
        Station, Suburbs, University, Uptown"""),
    "teams": _pool("Team", """
        Falcons, Tigers, Wolves, Comets, Sharks, Eagles, Bears, Rockets, Hawks, Lions, Otters, Panthers,
        Pirates, Ravens, Royals, Stags, Storm, Titans"""),
    "classes": _pool("Class", """
        1A, 1B, 2A, 2B, 3A, 3B, 4A, 4B, 5A, 5B, 6A, 6B, 7A, 7B"""),
    "subjects": _pool("Subject", """
        Mathematics, English, Physics, Chemistry, Biology, History, Geography, Art, Music, Spanish, French,
        Economics, Sport, Computing"""),
    "pastries": _pool("Pastry", """
        Croissant, Bagel, Muffin, Scone, Eclair, Danish, Brownie, Donut, Tart, Cupcake, Strudel, Pretzel,
        Macaron, Cookie"""),
    "breads": _pool("Bread", """
        Baguette, Sourdough, Rye, Ciabatta, Brioche, Focaccia, Pita, Spelt, Whole wheat, Oat loaf, Corn
        bread, Naan"""),
    "drinks": _pool("Drink", """
        Espresso, Latte, Cappuccino, Mocha, Americano, Flat white, Cold brew, Green tea, Black tea, Chai,
        Cocoa, Lemonade, Smoothie"""),
    "fruits": _pool("Fruit", """
        Apples, Bananas, Cherries, Grapes, Kiwis, Lemons, Mangoes, Melons, Oranges, Peaches, Pears,
        Pineapples, Plums, Berries"""),
    "vegetables": _pool("Vegetable", """
        Beans, Beets, Broccoli, Cabbage, Carrots, Celery, Corn, Cucumbers, Leeks, Lettuce, Onions, Peas,
        Peppers, Potatoes, Pumpkins, Spinach, Tomatoes"""),
    "crops": _pool("Crop", """
        Wheat, Barley, Oats, Rye, Maize, Rice, Soybeans, Sunflower, Rapeseed, Sugar beet, Cotton, Lentils,
        Sorghum"""),
    "dishes": _pool("Dish", """
        Burger, Caesar salad, Curry, Fish pie, Lasagna, Pad thai, Pizza, Ramen, Risotto, Soup, Steak, Sushi,
        Tacos, Wrap"""),
    "flavors": _pool("Flavor", """
        Vanilla, Chocolate, Strawberry, Lemon, Mango, Mint, Hazelnut, Pistachio, Coffee, Caramel, Coconut,
        Raspberry, Cherry"""),
    "clothes": _pool("Product", """
        T-shirts, Jeans, Jackets, Dresses, Sweaters, Shoes, Boots, Socks, Hats, Scarves, Shorts, Skirts,
        Coats, Gloves"""),
    "devices": _pool("Product", """
        Laptops, Tablets, Phones, Monitors, Printers, Cameras, Speakers, Routers, Headsets, Keyboards,
        Projectors, Watches"""),
    "furniture": _pool("Product", """
        Sofas, Chairs, Tables, Desks, Beds, Lamps, Shelves, Rugs, Mirrors, Cabinets, Stools, Dressers"""),
    "toys": _pool("Product", """
        Puzzles, Blocks, Dolls, Board games, Kites, Trains, Robots, Plush bears, Yo-yos, Card games,
        Scooters, Craft kits"""),
    "stationery": _pool("Item", """
        Pens, Pencils, Notebooks, Folders, Staplers, Markers, Erasers, Rulers, Envelopes, Labels, Binders,
        Scissors"""),
    "genres": _pool("Genre", """
        Drama, Comedy, Action, Thriller, Romance, Fantasy, Mystery, History, Horror, Animation, Biography,
        Western, Musical"""),
    "books": _pool("Shelf", """
        Crime, Fantasy, Romance, History, Travel, Cooking, Poetry, Science, Biography, Comics, Children,
        Art, Classics"""),
    "sports": _pool("Sport", """
        Soccer, Tennis, Swimming, Running, Cycling, Basketball, Volleyball, Rowing, Judo, Hockey, Climbing,
        Golf, Yoga, Skiing"""),
    "activities": _pool("Activity", """
        Reading, Gaming, Cooking, Gardening, Walking, Music, Painting, Shopping, Volunteering, Television,
        Crafts, Sport"""),
    "transport": _pool("Means of transport", """
        Car, Bus, Train, Tram, Bicycle, Walking, Ferry, Subway, Scooter, Taxi, Carpool, Motorcycle"""),
    "energy": _pool("Source of energy", """
        Solar, Wind, Hydro, Nuclear, Natural gas, Coal, Biomass, Geothermal, Oil, Waste, Tidal, Hydrogen"""),
    "materials": _pool("Material", """
        Paper, Glass, Plastic, Metal, Wood, Textiles, Food waste, Garden waste, Batteries, Electronics,
        Rubble, Cardboard"""),
    "expenses": _pool("Expense", """
        Rent, Food, Transport, Utilities, Insurance, Clothing, Leisure, Savings, Health, Education, Phone,
        Gifts"""),
    "channels": _pool("Channel", """
        Search, Email, Social media, Referral, Direct, Display ads, Affiliates, Print, Radio, Podcasts,
        Events, Video"""),
    "pages": _pool("Page", """
        Home, Products, Pricing, Blog, Support, About, Careers, Contact, Login, Checkout, Docs, News,
        Search"""),
    "species": _pool("Species", """
        Robin, Sparrow, Blackbird, Finch, Starling, Wren, Magpie, Swift, Woodpecker, Heron, Owl, Kingfisher,
        Gull, Swallow"""),
    "animals": _pool("Animal", """
        Lions, Zebras, Giraffes, Penguins, Monkeys, Flamingos, Tortoises, Seals, Lemurs, Otters, Meerkats,
        Parrots, Tapirs"""),
    "trees": _pool("Tree", """
        Oak, Maple, Birch, Beech, Ash, Elm, Pine, Spruce, Larch, Willow, Poplar, Linden, Cedar, Chestnut"""),
    "stations": _pool("Station", """
        Airport, Arena, Bridge, Castle, Central, Docks, Garden, Hospital, Library, Market, Museum, Park,
        Stadium, Theater, Zoo"""),
    "stocks": _pool("Share", """
        Alder, Apex, Atlas, Beacon, Cobalt, Delta, Ember, Falcon, Granite, Horizon, Keystone, Meridian,
        Onyx, Vector"""),
    "machines": _pool("Machine", """
        Press A, Press B, Lathe 1, Lathe 2, Mill 1, Mill 2, Drill, Welder, Cutter, Packer, Oven, Mixer"""),
    "wards": _pool("Ward", """
        Emergency, Surgery, Cardiology, Maternity, Pediatrics, Neurology, Oncology, Radiology, Orthopedics,
        Dialysis, Recovery, Eye clinic"""),
    "rivers": _pool("River", """
        Alder, Bourne, Calder, Dove, Eden, Fern, Glen, Humber, Isla, Kent, Lune, Swift, Teign, Wye"""),
    "plants": _pool("Plant", """
        Plot 1, Plot 2, Plot 3, Plot 4, Plot 5, Plot 6, Plot 7, Plot 8, Plot 9, Plot 10, Plot 11, Plot 12"""),
    "survey": _pool("Answer", """
        Price, Quality, Service, Location, Design, Brand, Delivery, Range, Comfort, Safety, Speed, Opening
        hours"""),
}


class Measure(NamedTuple):
    """Something that is counted or measured, ready for a chart."""

    subject: str  # the title of a chart
    unit: str  # as it stands on the value axis
    low: int  # typical values lie from low
    high: int  # to high
    axis: str  # pool of what the values belong to
    series: str  # pool of a second grouping, for legends
    source: str
    additive: bool = True  # a sum of the values means something


MEASURES: tuple[Measure, ...] = (
    # weather and nature
    Measure("Monthly rainfall", "mm", 12, 180, "months", "towns", "Regional weather office"),
    Measure("Hours of sunshine", "hours", 40, 310, "months", "towns", "Regional weather office"),
    Measure("Average daytime temperature", "°C", 2, 34, "months", "cities", "Climate archive", False),
    Measure("Snow depth at the summit station", "cm", 5, 190, "weeks", "years",
            "Mountain rescue service", False),
    Measure("Peak wind speed", "km/h", 20, 118, "towns", "months", "Coastal weather service", False),
    Measure("River level", "cm", 60, 420, "weeks", "rivers", "Water authority", False),
    Measure("Air quality index", "AQI", 18, 160, "cities", "years", "Environment agency", False),
    Measure("Bird sightings", "birds", 8, 240, "species", "months", "Garden bird count"),
    Measure("Trees planted in city parks", "trees", 15, 320, "trees", "years", "Parks department"),
    Measure("Mean growth of seedlings", "mm", 14, 96, "plants", "weeks", "School garden project", False),
    Measure("Visitors at the zoo feedings", "visitors", 30, 420, "animals", "weekdays", "City zoo"),
    # farms and food
    Measure("Harvest by crop", "thousand tonnes", 12, 480, "crops", "years", "Farm statistics bureau"),
    Measure("Yield per hectare", "dt", 18, 95, "crops", "regions", "Chamber of agriculture", False),
    Measure("Fruit sold at the market", "kg", 25, 380, "fruits", "weekdays", "Market hall records"),
    Measure("Vegetables delivered", "crates", 6, 120, "vegetables", "weeks", "Green box cooperative"),
    Measure("Pastries sold per day", "pieces", 18, 210, "pastries", "weekdays", "Bakery sales log"),
    Measure("Loaves baked per week", "loaves", 40, 560, "breads", "branches", "Bakery sales log"),
    Measure("Cups served", "cups", 20, 340, "drinks", "weekdays", "Coffee house till data"),
    Measure("Scoops of ice cream sold", "scoops", 35, 480, "flavors", "weekdays", "Ice cream parlor"),
    Measure("Orders by dish", "orders", 12, 190, "dishes", "weekdays", "Restaurant order system"),
    Measure("Milk output", "thousand liters", 24, 96, "months", "regions", "Dairy board"),
    Measure("Energy per serving", "kcal", 90, 780, "dishes", "branches", "Canteen nutrition table", False),
    # shops
    Measure("Clothing sales", "units", 60, 940, "clothes", "years", "Store sales report"),
    Measure("Devices sold", "thousand units", 8, 145, "devices", "years", "Electronics retail panel"),
    Measure("Furniture orders", "orders", 14, 260, "furniture", "branches", "Order book"),
    Measure("Toys sold before the holidays", "units", 40, 720, "toys", "years", "Toy shop inventory"),
    Measure("Stationery in stock", "boxes", 6, 140, "stationery", "branches", "Warehouse count"),
    Measure("Returned items", "%", 2, 34, "clothes", "years", "Customer service report", False),
    Measure("Customers per hour", "customers", 9, 165, "hours", "weekdays", "Door counter"),
    Measure("Average basket", "$", 14, 92, "branches", "years", "Till data", False),
    Measure("Revenue by branch", "$ thousand", 45, 620, "branches", "years", "Annual report"),
    # business
    Measure("Monthly revenue", "$ thousand", 80, 940, "months", "years", "Finance department"),
    Measure("Quarterly profit", "€ million", 4, 68, "quarters", "firms", "Quarterly statements"),
    Measure("Employees by department", "employees", 8, 185, "departments", "years", "Staff register"),
    Measure("Training hours", "hours", 20, 360, "departments", "years", "HR report"),
    Measure("Sick days", "days", 12, 240, "months", "departments", "HR report"),
    Measure("Overtime", "hours", 5, 130, "departments", "months", "Time sheets"),
    Measure("Sales by region", "$ million", 6, 88, "regions", "years", "Annual report"),
    Measure("Share price", "$", 18, 240, "months", "stocks", "Closing prices", False),
    Measure("Contracts signed", "contracts", 3, 64, "people", "quarters", "Sales team dashboard"),
    Measure("Support tickets closed", "tickets", 18, 290, "people", "weeks", "Help desk"),
    Measure("Units produced", "units", 120, 980, "machines", "weekdays", "Plant control system"),
    Measure("Machine downtime", "minutes", 5, 190, "machines", "weeks", "Maintenance log"),
    Measure("Parcels delivered", "parcels", 150, 980, "weekdays", "regions", "Courier depot"),
    Measure("Delivery time", "days", 2, 21, "cities", "years", "Logistics survey", False),
    Measure("Exports", "€ billion", 5, 92, "years", "regions", "Trade statistics"),
    Measure("Reasons for choosing a store", "% of customers", 3, 58, "survey", "ages",
            "Customer survey", False),
    # web and media
    Measure("Website visits", "thousand", 8, 240, "months", "pages", "Web analytics"),
    Measure("Page views", "thousand", 4, 180, "pages", "months", "Web analytics"),
    Measure("New customers by channel", "customers", 15, 410, "channels", "quarters", "Marketing dashboard"),
    Measure("Newsletter open rate", "%", 12, 64, "weeks", "regions", "Mailing statistics", False),
    Measure("App downloads", "thousand", 6, 130, "weeks", "regions", "App store console"),
    Measure("Films watched", "films", 4, 96, "genres", "ages", "Viewer survey"),
    Measure("Books borrowed", "books", 30, 640, "books", "months", "City library"),
    Measure("Screen time", "minutes", 45, 380, "weekdays", "people", "Phone usage report"),
    Measure("Server response time", "ms", 40, 620, "hours", "pages", "Monitoring system", False),
    # transport and travel
    Measure("Passengers boarding", "passengers", 80, 980, "stations", "weekdays", "Transit authority"),
    Measure("Commuters by means of transport", "commuters", 25, 860, "transport", "towns",
            "Household survey"),
    Measure("Bicycles counted on the bridge", "bicycles", 60, 890, "hours", "weekdays", "Traffic counter"),
    Measure("Train delays", "minutes", 2, 48, "stations", "months", "Railway operations", False),
    Measure("Hotel guests", "thousand", 6, 140, "months", "cities", "Tourism board"),
    Measure("Average room rate", "€", 58, 240, "cities", "years", "Hotel price index", False),
    Measure("Flights per day", "flights", 20, 310, "cities", "years", "Airport authority"),
    Measure("Parking spaces taken", "cars", 25, 420, "hours", "weekdays", "Car park sensors", False),
    Measure("Fuel price", "cents per liter", 128, 214, "months", "regions", "Price watch", False),
    Measure("Museum visitors", "visitors", 90, 960, "weekdays", "months", "Ticket office"),
    # energy and environment
    Measure("Electricity generated", "GWh", 12, 390, "energy", "years", "Grid operator"),
    Measure("Household electricity use", "kWh", 140, 480, "months", "years", "Meter readings"),
    Measure("Solar panel output", "kWh", 35, 560, "months", "towns", "Solar cooperative"),
    Measure("Water consumption", "m³", 8, 64, "months", "years", "City water works"),
    Measure("Waste collected", "tonnes", 14, 360, "materials", "years", "Recycling center"),
    Measure("Recycling rate", "%", 18, 88, "materials", "years", "Environment agency", False),
    Measure("CO₂ emissions", "million tonnes", 12, 145, "years", "regions", "Emissions inventory"),
    # school, sport and health
    Measure("Pupils by class", "pupils", 14, 32, "classes", "years", "School office"),
    Measure("Mean test score", "points", 42, 97, "subjects", "classes", "School report", False),
    Measure("Lessons per week", "lessons", 1, 7, "subjects", "classes", "School timetable"),
    Measure("Library books read", "books", 3, 48, "people", "months", "Reading challenge"),
    Measure("Pupils in sports clubs", "pupils", 8, 96, "sports", "years", "School survey"),
    Measure("Goals scored", "goals", 12, 88, "teams", "years", "League table"),
    Measure("Points this season", "points", 15, 94, "teams", "years", "League table"),
    Measure("Club members", "members", 20, 460, "sports", "years", "Sports association"),
    Measure("Steps walked", "thousand steps", 3, 22, "weekdays", "people", "Fitness tracker"),
    Measure("Distance run", "km", 4, 62, "people", "weeks", "Running club"),
    Measure("Heart rate during a run", "bpm", 96, 184, "distances", "people", "Fitness tracker", False),
    Measure("Patients treated", "patients", 20, 340, "wards", "months", "Hospital statistics"),
    Measure("Waiting time", "minutes", 8, 95, "wards", "weekdays", "Patient survey", False),
    Measure("Vaccinations given", "doses", 40, 680, "weeks", "regions", "Health department"),
    # people and towns
    Measure("Population by age group", "thousand", 8, 96, "ages", "regions", "Census office"),
    Measure("New homes built", "homes", 12, 380, "towns", "years", "Building permits"),
    Measure("Average monthly rent", "$", 620, 2400, "towns", "years", "Rent survey", False),
    Measure("Household spending", "$ per month", 40, 980, "expenses", "ages", "Consumer survey"),
    Measure("Leisure time", "minutes per day", 12, 150, "activities", "ages", "Time use survey"),
    Measure("Festival tickets sold", "tickets", 60, 940, "days", "years", "Box office"),
    Measure("Votes cast", "thousand", 6, 120, "towns", "years", "Election office"),
    Measure("Internet access", "% of households", 46, 98, "regions", "years", "Telecom survey", False),
)
