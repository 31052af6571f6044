/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows: single entries as an engine might send them, for tests of what shows them. */
#pragma once

#include "tui/model/tests/events.h"

/* Rows of 2, 2, 4, 0, 1 and 3 entries, the first at the end of a window of SELL. */
static const char window_uneven[] =
    "{'ev':'window','from':[1023,1024],'to':[1029,1030],'whole':[[0,2],[2,2],[4,4],[8,0],[8,1],[9,3]],"
    "'sell':[[900,2],[1200,18],[1030,27],[2047,8],[1700,12],[1100,27]],"
    "'entries':[[1023,1024,4.0],[1023,1026,1.0],[1024,1025,2.0],[1024,1027,7.0],[1025,1024,5.0],[1025,1026,"
    "-0.25],[1025,1027,3.0],[1025,1029,1e-9],[1027,1028,6.0],[1028,1024,-1.5],[1028,1026,"
    "'nan'],[1028,1029,12345678.0]]}";

/* A spy plot of so small a part that it has its entries. */
static const char spy_close[] =
    "{'ev':'spy','rows':3,'cols':4,'from':[8190,10],'to':[8193,14],'max':1,'cells':['9..9','.9..','....'],"
    "'entries':[[8190,10,4.0],[8190,13,-0.125],[8191,11,2.5]]}";

/* Four threads, the second with most of the work. */
static const char work_uneven[] =
    "{'ev':'work','kernel':'cpu.csr.serial','format':'csr','k':1,'type':'f64','threads':4,'x_rows':64,"
    "'x_fetched':0.31,'rule':'equal shares of the rows','worker':'thread','workers':4,'units':4,'dealt':false,"
    "'inside':false,'sum':830584,'most':500000,'imbalance':2.41,'bins':[3,0,0,1],"
    "'each':[[0,100000],[8192,500000],[16384,130584],[24576,100000]]}";

/* n rows and columns in which every place has its entry. */
static inline void window_square(struct model *model, int n)
{
    json_t *e = json_pack("{s:s,s:[i,i],s:[i,i]}", "ev", "window", "from", 0, 0, "to", n, n);
    json_t *entries = json_array();
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            json_array_append_new(entries, json_pack("[i,i,f]", i, j, 1.0 + i + 0.01 * j));
    json_object_set_new(e, "entries", entries);
    model_apply(model, e);
    json_decref(e);
}

/* The largest window there is. */
static inline void window_full(struct model *model)
{
    window_square(model, MODEL_WINDOW);
}
