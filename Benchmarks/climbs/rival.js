// The climbing app's server as its documents describe it: Express with CORS, JSON bodies, a pool of connections to MySQL,
// and one address, /climbDetails, which joins the three tables.
//
//   node rival.js SOCKET

const express = require("express");
const mysql = require("mysql");

const pool = mysql.createPool({
  connectionLimit: 10, socketPath: process.argv[2], user: "climbs", password: "climbs", database: "climbs",
});
const app = express();
app.use((request, response, next) => {
  response.header("Access-Control-Allow-Origin", "*");
  next();
});
app.use(express.json());
app.get("/climbDetails", (request, response) => {
  pool.query(
    `SELECT Climbs.ClimbID AS Climbid, Climbs.IsActive, Climbs.Grade, Colors.ColorName, Climbs.ClimbName,
      Locations.LocationName
    FROM Climbs JOIN Colors ON Climbs.ColorID = Colors.ColorID
    JOIN Locations ON Climbs.LocationID = Locations.LocationID`,
    (error, rows) => {
      if (error) response.status(500).json({ error: "Database query error" });
      else response.json(rows);
    });
});
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
